{{/* Prefix of every name. */}}
{{- define "pii-vault.fullname" -}}
{{- default .Release.Name .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{/* Labels of a component's resources. Call with (dict "root" $ "component" "vault"). */}}
{{- define "pii-vault.labels" -}}
{{ include "pii-vault.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "pii-vault.selector" -}}
app.kubernetes.io/name: pii-vault
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* Secret of a component. */}}
{{- define "pii-vault.secret" -}}
{{- printf "%s-%s" (include "pii-vault.secretPrefix" .root) .component -}}
{{- end }}

{{- define "pii-vault.secretPrefix" -}}
{{- default (printf "%s-keys" (include "pii-vault.fullname" .)) .Values.secrets.prefix -}}
{{- end }}

{{/* Image of a component; the image with SoftHSM2 is a separate one. */}}
{{- define "pii-vault.image" -}}
{{- $image := .root.Values.image -}}
{{- $web := eq .component "web" -}}
{{- $repository := ternary $image.webRepository $image.repository $web -}}
{{- $digest := ternary $image.webDigest $image.digest $web -}}
{{- if eq .component "operations" }}{{ $repository = $image.opsRepository }}{{ $digest = $image.opsDigest }}{{ end -}}
{{- $softhsm := and (eq .component "crypto") (hasPrefix "/opt/softhsm" .root.Values.keyStore.pkcs11.library) -}}
{{- if $softhsm -}}
{{- printf "%s-softhsm:%s" $repository (default .root.Chart.AppVersion $image.tag) -}}
{{- else if $digest -}}
{{- printf "%s@%s" $repository $digest -}}
{{- else -}}
{{- printf "%s:%s" $repository (default .root.Chart.AppVersion $image.tag) -}}
{{- end -}}
{{- end }}

{{/* Services of the vault; gateway and web are components too, but not services. */}}
{{- define "pii-vault.services" -}}
identity tenancy vault crypto lineage audit compliance
{{- end }}

{{/* Callers of each service over gRPC. scripts/tests/chart/arrows.chart.test.ts compares them with the clients that the code opens. */}}
{{- define "pii-vault.callers" -}}
identity: [gateway, audit, compliance, lineage, vault]
tenancy: [gateway, audit, compliance, crypto, identity, lineage, vault]
vault: [gateway, audit, compliance, identity, lineage, tenancy]
crypto: [gateway, audit, compliance, identity, lineage, tenancy, vault]
lineage: [gateway, audit, compliance, identity]
audit: [gateway, compliance, identity, tenancy]
compliance: [gateway, audit, identity]
web: [gateway]
{{- end }}
