{{- define "pii-vault.deployment" -}}
{{- $root := .root -}}
{{- $values := $root.Values -}}
{{- $settings := .settings -}}
{{- $isWeb := eq .component "web" -}}
{{- $persistence := $settings.persistence -}}
{{- $isSingleWriter := and $persistence.enabled (ne $persistence.accessMode "ReadWriteMany") -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .name }}
  labels: {{- include "pii-vault.labels" . | nindent 4 }}
  {{- include "pii-vault.annotations" (dict "root" $root) | nindent 2 }}
spec:
  {{- if not $settings.autoscaling.enabled }}
  replicas: {{ $settings.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  strategy:
    {{- if $isSingleWriter }}
    # Only one node can mount the volume, so the old pod has to end first.
    type: Recreate
    {{- else }}
    type: RollingUpdate
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
    {{- end }}
  selector:
    matchLabels: {{- include "pii-vault.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "pii-vault.labels" . | nindent 8 }}
        {{- with $settings.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      annotations:
        pii-vault/secrets-revision: {{ $values.secrets.revision | quote }}
        {{- with merge (dict) $settings.podAnnotations $values.commonAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ include "pii-vault.serviceAccount" . }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      securityContext: {{- include "pii-vault.podSecurity" $root | nindent 8 }}
      terminationGracePeriodSeconds: {{ add $settings.terminationGraceSeconds (div $settings.drainMs 1000) }}
      {{- with $values.image.pullSecrets }}
      imagePullSecrets: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- include "pii-vault.placement" $settings | nindent 6 }}
      {{- $selector := dict "labelSelector" (dict "matchLabels" (include "pii-vault.selector" . | fromYaml)) }}
      topologySpreadConstraints:
        {{- range default (include "pii-vault.spread" . | fromYamlArray) $settings.topologySpreadConstraints }}
        - {{- toYaml (merge . $selector) | nindent 10 }}
        {{- end }}
      containers:
        - name: {{ .component }}
          image: {{ include "pii-vault.image" . }}
          imagePullPolicy: {{ $values.image.pullPolicy }}
          args: [{{ .script | quote }}]
          securityContext: {{- include "pii-vault.containerSecurity" . | nindent 12 }}
          ports:
            - { name: {{ .port }}, containerPort: {{ ternary 8080 7700 (eq .port "http") }} }
            {{- if not $isWeb }}
            - { name: metrics, containerPort: 9464 }
            {{- end }}
          {{- if not $isWeb }}
          env:
            {{- $env := mergeOverwrite (include "pii-vault.sharedEnv" $root | fromYaml) (include "pii-vault.ownEnv" . | fromYaml) $values.env $settings.env }}
            {{- include "pii-vault.envList" $env | nindent 12 }}
          {{- else }}
          env:
            {{- include "pii-vault.envList" (mergeOverwrite (dict "PIIVAULT_ALLOWED_HOSTS" .name) $settings.env) | nindent 12 }}
          {{- end }}
          resources: {{- toYaml $settings.resources | nindent 12 }}
          {{- $health := ternary (dict "live" "/" "ready" "/" "port" "http") (dict "live" "/livez" "ready" "/readyz" "port" "metrics") $isWeb }}
          {{- $live := dict "httpGet" (dict "path" $health.live "port" $health.port) }}
          {{- $ready := dict "httpGet" (dict "path" $health.ready "port" $health.port) }}
          startupProbe: {{- toYaml (merge (dict) $settings.probes.startup (dict "periodSeconds" 1 "failureThreshold" 180) $live) | nindent 12 }}
          livenessProbe: {{- toYaml (merge (dict) $settings.probes.liveness (dict "periodSeconds" 10 "failureThreshold" 6) $live) | nindent 12 }}
          readinessProbe: {{- toYaml (merge (dict) $settings.probes.readiness (dict "periodSeconds" 2 "timeoutSeconds" 3 "failureThreshold" 2) $ready) | nindent 12 }}
          lifecycle:
            # Kubernetes removes the pod from endpoints while it terminates it. The pod serves requests until then.
            preStop: { sleep: { seconds: 3 } }
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            {{- if not $isWeb }}
            - { name: keys, mountPath: /run/keys, readOnly: true }
            - { name: public-keys, mountPath: /run/public-keys, readOnly: true }
            {{- if eq $values.certificates.mode "certManager" }}
            - { name: tls, mountPath: /run/tls, readOnly: true }
            {{- end }}
            {{- end }}
            {{- if $persistence.enabled }}
            - { name: data, mountPath: /var/lib/pii-vault }
            {{- end }}
            {{- with $settings.volumeMounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
            {{- if eq .component "crypto" }}
            {{- with $values.keyStore.volumeMounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
            {{- end }}
        {{- if eq .component "crypto" }}
        {{- with $values.keyStore.sidecars }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
        {{- end }}
      volumes:
        - name: tmp
          emptyDir: { sizeLimit: 64Mi }
        {{- if not $isWeb }}
        - name: keys
          secret: { secretName: {{ include "pii-vault.secret" . }}, defaultMode: 0440 }
        - name: public-keys
          configMap: { name: {{ include "pii-vault.secretPrefix" $root }}-public }
        {{- if eq $values.certificates.mode "certManager" }}
        - name: tls
          secret: { secretName: {{ .name }}-tls, defaultMode: 0440 }
        {{- end }}
        {{- end }}
        {{- if $persistence.enabled }}
        - name: data
          persistentVolumeClaim: { claimName: {{ .name }} }
        {{- end }}
        {{- with $settings.volumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
        {{- if eq .component "crypto" }}
        {{- with $values.keyStore.volumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
        {{- end }}
{{- end }}

{{/* Over nodes and zones, if possible. */}}
{{- define "pii-vault.spread" -}}
- { topologyKey: kubernetes.io/hostname, maxSkew: 1, whenUnsatisfiable: ScheduleAnyway }
- { topologyKey: topology.kubernetes.io/zone, maxSkew: 1, whenUnsatisfiable: ScheduleAnyway }
{{- end }}
