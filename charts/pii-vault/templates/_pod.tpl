{{/* Security context that the `restricted` Pod Security Standard requires. */}}
{{- define "pii-vault.podSecurity" -}}
runAsNonRoot: true
{{- range $field, $id := .Values.securityContext }}
{{- with $id }}
{{ $field }}: {{ int . }}
{{- end }}
{{- end }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "pii-vault.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Settings of every process. Secrets are files and never environment variables. */}}
{{- define "pii-vault.sharedEnv" -}}
{{- $values := .Values -}}
# Overrides the images' NODE_ENV=production, which would refuse the settings of an evaluation.
NODE_ENV: {{ $values.environment }}
PIIVAULT_ENVIRONMENT: {{ $values.environment }}
PIIVAULT_TIME_ZONE: {{ $values.timeZone }}
PIIVAULT_DATABASE_URL: {{ required "database.url is needed" $values.database.url | quote }}
PIIVAULT_DATABASE_STORAGE: {{ $values.database.storage }}
{{- with $values.database.caKey }}
PIIVAULT_DATABASE_CA_FILE: /run/keys/{{ . }}
{{- end }}
PIIVAULT_BUS: kafka
KAFKA_BROKERS: {{ required "kafka.brokers is needed" $values.kafka.brokers | quote }}
KAFKA_TLS: {{ $values.kafka.tls | quote }}
{{- if and $values.kafka.tls $values.kafka.caKey }}
KAFKA_TLS_CA_FILE: /run/keys/{{ $values.kafka.caKey }}
{{- end }}
KAFKA_PARTITIONS: {{ $values.kafka.partitions | quote }}
KAFKA_REPLICATION: {{ $values.kafka.replication | quote }}
PIIVAULT_CACHE: redis
REDIS_URL_FILE: /run/keys/redis-url
{{- with $values.redis.caKey }}
REDIS_TLS_CA_FILE: /run/keys/{{ . }}
{{- end }}
PIIVAULT_SERVICE_KEYS_DIR: /run/public-keys
{{- $tls := ternary "/run/tls/tls.crt /run/tls/tls.key /run/tls/ca.crt" "/run/keys/tls.pem /run/keys/tls.key /run/keys/ca.pem" (eq $values.certificates.mode "certManager") | splitList " " }}
PIIVAULT_TLS_CERT_FILE: {{ index $tls 0 }}
PIIVAULT_TLS_KEY_FILE: {{ index $tls 1 }}
PIIVAULT_TLS_CA_FILE: {{ index $tls 2 }}
PIIVAULT_METRICS_HOST: 0.0.0.0
PIIVAULT_METRICS_PORT: "9464"
{{- range splitList " " (include "pii-vault.services" .) }}
{{ upper . }}_GRPC_ADDRESS: {{ include "pii-vault.fullname" $ }}-{{ . }}:7700
{{- end }}
{{- with $values.telemetry.otlpEndpoint }}
OTEL_EXPORTER_OTLP_ENDPOINT: {{ . | quote }}
OTEL_TRACES_SAMPLER_ARG: {{ $values.telemetry.sampleRatio | quote }}
{{- end }}
{{- with $values.smtp.host }}
SMTP_HOST: {{ . | quote }}
SMTP_PORT: {{ $values.smtp.port | quote }}
SMTP_TLS: {{ $values.smtp.tls | quote }}
SMTP_ALLOWS_PLAIN: {{ $values.smtp.allowsPlain | quote }}
SMTP_FROM: {{ $values.smtp.from | quote }}
{{- end }}
{{- end }}

{{/* Settings that belong to one component. */}}
{{- define "pii-vault.ownEnv" -}}
{{- $upper := upper .component -}}
{{- $values := .root.Values -}}
{{ $upper }}_SERVICE_KEY_FILE: /run/keys/service.key
PIIVAULT_DRAIN_MS: {{ .settings.drainMs | quote }}
{{- if eq .component "gateway" }}
PIIVAULT_HOST: 0.0.0.0
PIIVAULT_PORT: "8080"
PIIVAULT_ORIGIN: {{ required "origin is needed" $values.origin | quote }}
PIIVAULT_TRUSTED_PROXIES: {{ join "," $values.trustedProxies | quote }}
PIIVAULT_ALLOWED_HOSTS: {{ include "pii-vault.fullname" .root }}-gateway
PIIVAULT_CURSOR_KEY_FILE: /run/keys/cursors
PIIVAULT_CONSOLE_URL: http://{{ include "pii-vault.fullname" .root }}-web:8080
{{- else }}
{{ $upper }}_GRPC_LISTEN: 0.0.0.0:7700
{{ $upper }}_DATABASE_PASSWORD_FILE: /run/keys/database-password
{{ $upper }}_SYSTEM_DATABASE_PASSWORD_FILE: /run/keys/system-database-password
{{- if $values.kafka.sasl }}
KAFKA_SASL_USERNAME: pii-vault-{{ .component }}
KAFKA_SASL_PASSWORD_FILE: /run/keys/kafka-password
{{- end }}
{{- end }}
{{- if eq .component "identity" }}
IDENTITY_CONSOLE_URL: {{ $values.origin | quote }}
IDENTITY_SETUP_CODE_FILE: /run/keys/setup-code
{{- if $values.smtp.user }}
SMTP_USER: {{ $values.smtp.user | quote }}
SMTP_PASSWORD_FILE: /run/keys/smtp-password
{{- end }}
{{- end }}
{{- if eq .component "crypto" }}
{{ include "pii-vault.keyStore" .root }}
{{- end }}
{{- if eq .component "audit" }}
{{- if $values.auditStore.bucket }}
{{ include "pii-vault.auditStore" .root }}
AUDIT_REVOCATION_KEY_FILE: /run/keys/revocations
{{- else if .settings.persistence.enabled }}
AUDIT_CHECKPOINT_FILE: /var/lib/pii-vault/audit-checkpoints
AUDIT_REVOCATION_FILE: /var/lib/pii-vault/audit-revocations
AUDIT_REVOCATION_KEY_FILE: /run/keys/revocations
{{- end }}
{{- end }}
{{- end }}

{{/* Where checkpoints and revocations are in object storage. */}}
{{- define "pii-vault.auditStore" -}}
{{- with .Values.auditStore -}}
AUDIT_CHECKPOINT_FILE: s3://{{ .bucket }}/{{ .prefix }}/checkpoints
AUDIT_REVOCATION_FILE: s3://{{ .bucket }}/{{ .prefix }}/revocations
{{- with .region }}
AUDIT_S3_REGION: {{ . }}
{{- end }}
{{- with .endpoint }}
AUDIT_S3_ENDPOINT: {{ . | quote }}
{{- end }}
{{- end }}
{{- end }}

{{/* A map as the `env` list of a container, sorted by name. */}}
{{- define "pii-vault.envList" -}}
{{- range $name, $value := . }}
- { name: {{ $name }}, value: {{ $value | toString | quote }} }
{{- end }}
{{- end }}

{{/* How crypto reaches its key store. */}}
{{- define "pii-vault.keyStore" -}}
{{- $values := .Values -}}
CRYPTO_KEY_STORE: {{ $values.keyStore.kind }}
{{- if eq $values.keyStore.kind "kms" }}
{{- with $values.keyStore.kms.region }}
CRYPTO_KMS_REGION: {{ . }}
{{- end }}
{{- with $values.keyStore.kms.endpoint }}
CRYPTO_KMS_ENDPOINT: {{ . | quote }}
{{- end }}
{{- else if eq $values.keyStore.kind "pkcs11" }}
CRYPTO_PKCS11_LIBRARY: {{ required "keyStore.pkcs11.library is needed" $values.keyStore.pkcs11.library }}
CRYPTO_PKCS11_TOKEN: {{ $values.keyStore.pkcs11.token }}
CRYPTO_PKCS11_PIN_FILE: /run/keys/pin
{{- else }}
CRYPTO_KEYS_DIR: /var/lib/pii-vault/keys
{{- end }}
{{- end }}
