{{/* Who may call a component, and what it may call. */}}
{{- define "pii-vault.networkPolicy" -}}
{{- $root := .root -}}
{{- $values := $root.Values -}}
{{- $component := .component -}}
{{- $callers := include "pii-vault.callers" $root | fromYaml -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ .name }}
  labels: {{- include "pii-vault.labels" . | nindent 4 }}
spec:
  podSelector:
    matchLabels: {{- include "pii-vault.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    {{- if eq $component "gateway" }}
    - ports: [{ port: http }]
      {{- include "pii-vault.namespaces" $values.ingress.from | nindent 6 }}
    {{- else }}
    - ports: [{ port: {{ .port }} }]
      from:
        {{- include "pii-vault.pods" (dict "root" $root "components" (index $callers $component)) | nindent 8 }}
    {{- end }}
    {{- if ne $component "web" }}
    - ports: [{ port: metrics }]
      {{- include "pii-vault.namespaces" $values.telemetry.scrapeFrom | nindent 6 }}
    {{- end }}
  egress:
    - ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
    {{- $called := list }}
    {{- range $to, $from := $callers }}
    {{- if has $component $from }}{{ $called = append $called $to }}{{ end }}
    {{- end }}
    {{- with without $called "web" }}
    - ports: [{ port: 7700 }]
      to:
        {{- include "pii-vault.pods" (dict "root" $root "components" .) | nindent 8 }}
    {{- end }}
    {{- if eq $component "gateway" }}
    - ports: [{ port: 8080 }]
      to:
        {{- include "pii-vault.pods" (dict "root" $root "components" (list "web")) | nindent 8 }}
    {{- end }}
    {{- if ne $component "web" }}
    {{- include "pii-vault.egress" (dict "peers" $values.redis.networkPolicyPeers "port" $values.redis.port) | nindent 4 }}
    {{- with $values.telemetry.otlpEndpoint }}
    - ports: [{ port: {{ (urlParse .).host | splitList ":" | last | atoi | default 4318 }} }]
    {{- end }}
    {{- end }}
    {{- if not (has $component (list "gateway" "web")) }}
    {{- include "pii-vault.egress" (dict "peers" $values.database.networkPolicyPeers "port" $values.database.port) | nindent 4 }}
    {{- include "pii-vault.egress" (dict "peers" $values.kafka.networkPolicyPeers "port" $values.kafka.port) | nindent 4 }}
    {{- end }}
    {{- if and (eq $component "identity") $values.smtp.host }}
    - ports: [{ port: {{ $values.smtp.port }} }]
    {{- end }}
    {{- if eq $component "tenancy" }}
    # Webhooks go to partners on the internet. Tenancy itself refuses internal addresses.
    - ports: [{ port: 443 }]
    {{- end }}
    {{- if eq $component "crypto" }}
    {{- with $values.keyStore.networkPolicyPeers }}
    - to: {{- toYaml . | nindent 8 }}
    {{- else }}
    {{- if eq $values.keyStore.kind "kms" }}
    - ports: [{ port: 443 }]
    {{- end }}
    {{- end }}
    {{- end }}
{{- end }}

{{/* `from` with the named namespaces; empty, which allows all callers, if none is named. */}}
{{- define "pii-vault.namespaces" -}}
{{- if . }}
from:
  {{- range . }}
  - namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: {{ . }} } }
  {{- end }}
{{- end }}
{{- end }}

{{- define "pii-vault.pods" -}}
{{- $root := .root -}}
{{- range .components }}
- podSelector:
    matchLabels: {{- include "pii-vault.selector" (dict "root" $root "component" .) | nindent 6 }}
{{- end }}
{{- end }}

{{- define "pii-vault.egress" -}}
- ports: [{ port: {{ .port }} }]
  {{- with .peers }}
  to: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
