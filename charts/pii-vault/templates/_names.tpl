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
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* `annotations` of an object with the common ones; nothing without any. Call with (dict "root" $ "own" (dict …)). */}}
{{- define "pii-vault.annotations" -}}
{{- with merge (dict) (default (dict) .own) .root.Values.commonAnnotations }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Labels and annotations of the pods of a Job. */}}
{{- define "pii-vault.podMetadata" -}}
labels:
  {{- include "pii-vault.labels" . | nindent 2 }}
  {{- with .root.Values.defaults.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- include "pii-vault.annotations" (dict "root" .root "own" .root.Values.defaults.podAnnotations) }}
{{- end }}

{{/* Service account of a component. Call with its settings. */}}
{{- define "pii-vault.serviceAccount" -}}
{{- if .settings.serviceAccount.create -}}
{{- default .name .settings.serviceAccount.name -}}
{{- else -}}
{{- required "serviceAccount.name is needed without serviceAccount.create" .settings.serviceAccount.name -}}
{{- end -}}
{{- end }}

{{/* Where pods run, of a component's settings or of the defaults. */}}
{{- define "pii-vault.placement" -}}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
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
{{- with $image.registry }}{{ $repository = printf "%s/%s" . $repository }}{{ end -}}
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
