{{/*
A Job that runs before the pods of a new version, with the keys of <prefix>-migrate. Call with
(dict "root" $ "component" "migrate" "timeoutSeconds" 600 "env" (dict …)). The component is the name of a script in
services/all/src/deployment.
*/}}
{{- define "pii-vault.job" -}}
{{- $values := .root.Values -}}
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ include "pii-vault.fullname" .root }}-{{ .component }}
  labels: {{- include "pii-vault.labels" . | nindent 4 }}
  annotations:
    {{- if $values.evaluation.enabled }}
    # This chart installs database and bus, so the Job runs after them.
    helm.sh/hook: post-install,pre-upgrade
    {{- else }}
    helm.sh/hook: pre-install,pre-upgrade
    {{- end }}
    helm.sh/hook-weight: "0"
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
    {{- with $values.commonAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  # Database or bus may still be starting; activeDeadlineSeconds limits the retries.
  backoffLimit: 20
  activeDeadlineSeconds: {{ .timeoutSeconds }}
  template:
    metadata:
      {{- include "pii-vault.podMetadata" . | nindent 6 }}
    spec:
      {{- include "pii-vault.placement" $values.defaults | nindent 6 }}
      restartPolicy: Never
      automountServiceAccountToken: false
      enableServiceLinks: false
      securityContext: {{- include "pii-vault.podSecurity" .root | nindent 8 }}
      {{- with $values.image.pullSecrets }}
      imagePullSecrets: {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ .component }}
          image: {{ include "pii-vault.image" . }}
          imagePullPolicy: {{ $values.image.pullPolicy }}
          args: [services/all/src/deployment/{{ .component }}.ts]
          securityContext: {{- include "pii-vault.containerSecurity" .root | nindent 12 }}
          env: {{- include "pii-vault.envList" .env | nindent 12 }}
          resources:
            requests: { cpu: 100m, memory: 128Mi }
            limits: { memory: 512Mi }
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            - { name: keys, mountPath: /run/keys, readOnly: true }
      volumes:
        - name: tmp
          emptyDir: { sizeLimit: 64Mi }
        - name: keys
          secret: { secretName: {{ include "pii-vault.secretPrefix" .root }}-migrate, defaultMode: 0440 }
{{- end }}
