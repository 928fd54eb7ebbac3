{{/*
PostgreSQL, Kafka or Redis as a single pod, for evaluation. Its Service has the fixed name in its certificate, so a
namespace can hold only one such release. Call with
(dict "root" $ "name" "redis" "port" 6379 "uid" 999 "spec" (dict …)). `spec` has further fields of the container.
*/}}
{{- define "pii-vault.part" -}}
{{- $root := .root -}}
{{- $scope := dict "root" $root "component" .name -}}
{{- $disk := $root.Values.evaluation.persistence -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ .name }}
  labels: {{- include "pii-vault.labels" $scope | nindent 4 }}
spec:
  selector: {{- include "pii-vault.selector" $scope | nindent 4 }}
  ports: [{ name: {{ .name }}, port: {{ .port }} }]
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: {{ .name }}
  labels: {{- include "pii-vault.labels" $scope | nindent 4 }}
spec:
  serviceName: {{ .name }}
  replicas: 1
  selector:
    matchLabels: {{- include "pii-vault.selector" $scope | nindent 6 }}
  template:
    metadata:
      labels: {{- include "pii-vault.labels" $scope | nindent 8 }}
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      securityContext:
        runAsNonRoot: true
        runAsUser: {{ .uid }}
        runAsGroup: {{ .uid }}
        fsGroup: {{ .uid }}
        # Only if the owner differs: PostgreSQL refuses a folder that its group can write to.
        fsGroupChangePolicy: OnRootMismatch
        seccompProfile: { type: RuntimeDefault }
      containers:
        - name: {{ .name }}
          image: {{ index $root.Values.evaluation.images .name }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          securityContext: {{- include "pii-vault.containerSecurity" $root | nindent 12 }}
          ports: [{ name: {{ .name }}, containerPort: {{ .port }} }]
          startupProbe: { tcpSocket: { port: {{ .name }} }, periodSeconds: 1, failureThreshold: 300 }
          readinessProbe: { tcpSocket: { port: {{ .name }} }, periodSeconds: 2 }
          volumeMounts:
            - { name: data, mountPath: {{ .data }} }
            - { name: keys, mountPath: /run/keys, readOnly: true }
            - { name: config, mountPath: {{ .config }}, readOnly: true }
            - { name: tmp, mountPath: /tmp }
            {{- range .scratch }}
            - { name: tmp, mountPath: {{ . }}, subPath: {{ base . }} }
            {{- end }}
          {{- toYaml .spec | nindent 10 }}
      volumes:
        - name: keys
          secret: { secretName: {{ include "pii-vault.secret" $scope }}, defaultMode: 0440 }
        - name: config
          configMap: { name: {{ include "pii-vault.fullname" $root }}-evaluation }
        - name: tmp
          emptyDir: {}
        {{- if not $disk.enabled }}
        - name: data
          emptyDir: {}
        {{- end }}
  {{- if $disk.enabled }}
  volumeClaimTemplates:
    - metadata: { name: data }
      spec:
        accessModes: [ReadWriteOnce]
        {{- with $disk.storageClass }}
        storageClassName: {{ . }}
        {{- end }}
        resources: { requests: { storage: {{ $disk.size }} } }
  {{- end }}
{{- if $root.Values.networkPolicies }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ .name }}
  labels: {{- include "pii-vault.labels" $scope | nindent 4 }}
spec:
  podSelector:
    matchLabels: {{- include "pii-vault.selector" $scope | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    - ports: [{ port: {{ .name }} }]
      from:
        - podSelector:
            matchLabels:
              app.kubernetes.io/name: pii-vault
              app.kubernetes.io/instance: {{ $root.Release.Name }}
  egress:
    - ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
{{- end }}
{{- end }}
