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
  {{- include "pii-vault.annotations" (dict "root" $root) | nindent 2 }}
spec:
  podSelector:
    matchLabels: {{- include "pii-vault.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    {{- if eq $component "gateway" }}
    - ports: [{ port: http }]
      {{- include "pii-vault.namespaces" $values.ingress.from | nindent 6 }}
    {{- if $values.ingress.from }}
    # `helm test`
    - ports: [{ port: http }]
      from: [{ podSelector: { matchLabels: { app.kubernetes.io/name: pii-vault-test } } }]
    {{- end }}
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
    {{- include "pii-vault.egress" (dict "name" "redis" "peers" $values.redis.networkPolicyPeers "port" $values.redis.port) | nindent 4 }}
    {{- with $values.telemetry.otlpEndpoint }}
    {{- include "pii-vault.egress" (dict "name" "telemetry" "peers" $values.telemetry.networkPolicyPeers "port" ((urlParse .).host | splitList ":" | last | atoi | default 4318)) | nindent 4 }}
    {{- end }}
    {{- end }}
    {{- if not (has $component (list "gateway" "web")) }}
    {{- include "pii-vault.egress" (dict "name" "database" "peers" $values.database.networkPolicyPeers "port" $values.database.port) | nindent 4 }}
    {{- include "pii-vault.egress" (dict "name" "kafka" "peers" $values.kafka.networkPolicyPeers "port" $values.kafka.port) | nindent 4 }}
    {{- end }}
    {{- if and (eq $component "identity") $values.smtp.host }}
    {{- include "pii-vault.egress" (dict "name" "smtp" "peers" $values.smtp.networkPolicyPeers "port" $values.smtp.port) | nindent 4 }}
    {{- end }}
    {{- if eq $component "tenancy" }}
    # Webhooks. Tenancy itself refuses internal addresses, too.
    {{- include "pii-vault.egress" (dict "name" "webhooks" "peers" $values.webhooks.networkPolicyPeers "port" 443) | nindent 4 }}
    {{- end }}
    {{- if eq $component "crypto" }}
    {{- with $values.keyStore.networkPolicyPeers }}
    - to: {{- toYaml . | nindent 8 }}
    {{- else }}
    {{- if eq $values.keyStore.kind "kms" }}
    {{- include "pii-vault.noPeers" "keyStore" }}
    {{- end }}
    {{- end }}
    {{- end }}
    {{- if and (eq $component "audit") $values.auditStore.bucket }}
    {{- include "pii-vault.egress" (dict "name" "auditStore" "peers" $values.auditStore.networkPolicyPeers "port" $values.auditStore.port) | nindent 4 }}
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

{{/* Fails without peers: an egress rule without them allows every address. */}}
{{- define "pii-vault.egress" -}}
{{- if not .peers }}{{ include "pii-vault.noPeers" .name }}{{ end -}}
- ports: [{ port: {{ .port }} }]
  to: {{- toYaml .peers | nindent 4 }}
{{- end }}

{{- define "pii-vault.noPeers" -}}
{{- fail (printf "%s.networkPolicyPeers: name the addresses or pods that may be called, for example [{ipBlock: {cidr: 10.0.32.0/20}}], or set networkPolicies to false" .) -}}
{{- end }}
