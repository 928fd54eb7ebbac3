{{/* Settings of a component, merged over the defaults. */}}
{{- define "pii-vault.settings" -}}
{{- $own := index .root.Values.components .component -}}
{{- toYaml (mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy (default (dict) $own))) -}}
{{- end }}

{{/*
All resources of one component: ServiceAccount, Service, Deployment, PodDisruptionBudget, HorizontalPodAutoscaler and
NetworkPolicy. Call with (dict "root" $ "component" "vault" "script" "services/vault/src/main.ts").
*/}}
{{- define "pii-vault.component" -}}
{{- $root := .root -}}
{{- $settings := include "pii-vault.settings" . | fromYaml -}}
{{- $scope := merge (dict "settings" $settings) . -}}
{{- $name := printf "%s-%s" (include "pii-vault.fullname" $root) .component -}}
{{- $port := ternary "http" "grpc" (has .component (list "gateway" "web")) -}}
{{- $labels := include "pii-vault.labels" . -}}
{{- if $settings.serviceAccount.create -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "pii-vault.serviceAccount" (dict "name" $name "settings" $settings) }}
  labels: {{- $labels | nindent 4 }}
  {{- include "pii-vault.annotations" (dict "root" $root "own" $settings.serviceAccount.annotations) | nindent 2 }}
automountServiceAccountToken: false
---
{{ end -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}
  labels: {{- $labels | nindent 4 }}
  {{- include "pii-vault.annotations" (dict "root" $root "own" (ternary $root.Values.gatewayService.annotations (dict) (eq .component "gateway"))) | nindent 2 }}
spec:
  {{- if eq .component "gateway" }}
  type: {{ $root.Values.gatewayService.type }}
  {{- end }}
  {{- if eq $port "grpc" }}
  # Headless: a gRPC client keeps its connections and balances calls over all addresses itself.
  clusterIP: None
  {{- end }}
  {{- if eq .component "audit" }}
  # An audit whose trail is not the signed one is not ready. The gateway still asks it, and refuses changes.
  publishNotReadyAddresses: true
  {{- end }}
  selector: {{- include "pii-vault.selector" . | nindent 4 }}
  ports:
    - name: {{ $port }}
      port: {{ ternary 8080 7700 (eq $port "http") }}
      targetPort: {{ $port }}
      appProtocol: {{ ternary "http" "grpc" (eq $port "http") }}
---
{{ include "pii-vault.deployment" (merge (dict "name" $name "port" $port) $scope) }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $name }}
  labels: {{- $labels | nindent 4 }}
  {{- include "pii-vault.annotations" (dict "root" $root) | nindent 2 }}
spec:
  {{- toYaml $settings.disruptionBudget | nindent 2 }}
  selector:
    matchLabels: {{- include "pii-vault.selector" . | nindent 6 }}
{{- if $settings.autoscaling.enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ $name }}
  labels: {{- $labels | nindent 4 }}
  {{- include "pii-vault.annotations" (dict "root" $root) | nindent 2 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ $name }} }
  minReplicas: {{ $settings.autoscaling.minReplicas }}
  maxReplicas: {{ $settings.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: {{ $settings.autoscaling.cpu }} } }
    {{- with $settings.autoscaling.memory }}
    - type: Resource
      resource: { name: memory, target: { type: Utilization, averageUtilization: {{ . }} } }
    {{- end }}
  {{- with $settings.autoscaling.behavior }}
  behavior: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- if $root.Values.networkPolicies }}
---
{{ include "pii-vault.networkPolicy" (merge (dict "name" $name "port" $port) $scope) }}
{{- end }}
{{- if $settings.persistence.enabled }}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: {{ $name }}
  labels: {{- $labels | nindent 4 }}
  {{- include "pii-vault.annotations" (dict "root" $root "own" (dict "helm.sh/resource-policy" "keep")) | nindent 2 }}
spec:
  accessModes: [{{ $settings.persistence.accessMode }}]
  {{- with $settings.persistence.storageClass }}
  storageClassName: {{ . }}
  {{- end }}
  resources: { requests: { storage: {{ $settings.persistence.size }} } }
{{- end }}
{{- end }}
