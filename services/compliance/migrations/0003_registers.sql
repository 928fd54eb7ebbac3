-- Registers of a company. Free text is one JSON object, encrypted under the company's text key and bound to text_id;
-- only what the rules need is in plain text. text_names: the texts that are filled, for readers who may not read them.
CREATE TABLE purposes (
  company_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  purpose text NOT NULL CHECK (purpose ~ '^[a-z0-9_-]{1,50}$'),
  lawful_basis text,
  -- [{version, fieldTypes, retentionDays, endEvent, publishedAt}], oldest first; append-only.
  notices jsonb NOT NULL CHECK (jsonb_typeof(notices) = 'array'),
  text_names text[] NOT NULL DEFAULT '{}',
  text_id uuid NOT NULL,
  texts bytea NOT NULL,
  text_key_version integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  row_version bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, purpose)
);
CREATE UNIQUE INDEX purposes_id ON purposes (id);

CREATE TABLE grievances (
  company_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  category text NOT NULL,
  individual_id bigint,
  received_at timestamptz NOT NULL,
  -- As published by the company, at most 90 days (Rule 14(3)).
  period_days smallint NOT NULL CHECK (period_days BETWEEN 1 AND 90),
  closed_at timestamptz CHECK (closed_at >= received_at),
  text_names text[] NOT NULL DEFAULT '{subject}',
  text_id uuid NOT NULL,
  texts bytea NOT NULL,
  text_key_version integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  row_version bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX grievances_id ON grievances (id);

CREATE TABLE incidents (
  company_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  aware_at timestamptz NOT NULL,
  occurred_at timestamptz,
  affected bigint CHECK (affected >= 0),
  extended_until timestamptz,
  reported_at timestamptz CHECK (reported_at >= aware_at),
  -- Names of the headings of Rule 7(2)(b) that have a text.
  filled text[] NOT NULL,
  text_names text[] NOT NULL DEFAULT '{title}',
  text_id uuid NOT NULL,
  texts bytea NOT NULL,
  text_key_version integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  row_version bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX incidents_id ON incidents (id);

CREATE TABLE recipients (
  company_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  code text NOT NULL CHECK (code ~ '^[a-z0-9_-]{1,50}$'),
  kind text NOT NULL,
  purposes text[] NOT NULL,
  field_types text[] NOT NULL,
  country text CHECK (country ~ '^[A-Z]{2}$'),
  shared_from timestamptz NOT NULL,
  shared_until timestamptz CHECK (shared_until >= shared_from),
  text_names text[] NOT NULL DEFAULT '{name}',
  text_id uuid NOT NULL,
  texts bytea NOT NULL,
  text_key_version integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  row_version bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, code)
);
CREATE UNIQUE INDEX recipients_id ON recipients (id);

SELECT isolate_by_company('purposes', 'grievances', 'incidents', 'recipients');
-- Entries are kept.
REVOKE DELETE ON purposes, grievances, incidents, recipients FROM compliance_app, compliance_all;
GRANT SELECT ON purposes, grievances, incidents, recipients TO compliance_system;
