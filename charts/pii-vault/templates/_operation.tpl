{{/*
A CronJob with one command of the image ops. Call with (dict "root" $ "component" "operations" "command" "fsck"
"args" (list) "schedule" ""); without a schedule it is suspended, and runs by `kubectl create job --from`.
*/}}
{{- define "pii-vault.operation" -}}
{{- $root := .root -}}
{{- $values := $root.Values -}}
{{- $fullname := include "pii-vault.fullname" $root -}}
{{- $prefix := include "pii-vault.secretPrefix" $root -}}
{{- $crypto := include "pii-vault.settings" (dict "root" $root "component" "crypto") | fromYaml -}}
{{- $audit := include "pii-vault.settings" (dict "root" $root "component" "audit") | fromYaml -}}
{{- $mountsAudit := and $audit.persistence.enabled (not $values.auditStore.bucket) -}}
{{- $isBackup := has .command (list "backup" "restore-check") -}}
{{- $mounted := dict "crypto" $crypto.persistence.enabled "audit" $mountsAudit -}}
apiVersion: batch/v1
kind: CronJob
metadata:
  # At most 52 characters, because Jobs get a suffix. The alert BackupTooOld looks for `-vault-backup`.
  name: {{ $fullname | trunc 33 | trimSuffix "-" }}-{{ ternary "vault-backup" .command (eq .command "backup") }}
  labels: {{- include "pii-vault.labels" . | nindent 4 }}
  {{- include "pii-vault.annotations" (dict "root" $root) | nindent 2 }}
spec:
  # Without a schedule of its own it never starts by itself.
  schedule: {{ default "0 0 1 1 *" .schedule | quote }}
  suspend: {{ empty .schedule }}
  timeZone: {{ $values.timeZone }}
  concurrencyPolicy: Forbid
  startingDeadlineSeconds: 3600
  jobTemplate:
    spec:
      backoffLimit: {{ ternary 2 0 $isBackup }}
      # A hanging one must not keep the next from starting.
      activeDeadlineSeconds: 21600
      template:
        metadata:
          {{- include "pii-vault.podMetadata" . | nindent 10 }}
        spec:
          {{- $together := and (or $crypto.persistence.enabled $mountsAudit) (ne .command "replay-revocations") }}
          {{- include "pii-vault.placement" (ternary (omit $values.defaults "affinity") $values.defaults $together) | nindent 10 }}
          restartPolicy: Never
          serviceAccountName: {{ include "pii-vault.serviceAccount" (dict "name" (printf "%s-operations" $fullname) "settings" $values.operations) }}
          automountServiceAccountToken: false
          enableServiceLinks: false
          securityContext: {{- include "pii-vault.podSecurity" $root | nindent 12 }}
          {{- with $values.image.pullSecrets }}
          imagePullSecrets: {{- toYaml . | nindent 12 }}
          {{- end }}
          {{- if $together }}
          # A volume with ReadWriteOnce is mounted on one node. replay-revocations runs while all services are stopped.
          affinity:
            podAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                {{- range $component, $isMounted := $mounted }}
                {{- if $isMounted }}
                - topologyKey: kubernetes.io/hostname
                  labelSelector:
                    matchLabels: {{- include "pii-vault.selector" (dict "root" $root "component" $component) | nindent 22 }}
                {{- end }}
                {{- end }}
          {{- end }}
          {{- with $values.keyStore.sidecars }}
          # They run with the command and end with it.
          initContainers:
            {{- range . }}
            - {{- toYaml (merge (dict "restartPolicy" "Always") .) | nindent 14 }}
            {{- end }}
          {{- end }}
          containers:
            - name: {{ .command }}
              image: {{ include "pii-vault.image" . }}
              imagePullPolicy: {{ $values.image.pullPolicy }}
              args: {{ prepend .args .command | toJson }}
              securityContext: {{- include "pii-vault.containerSecurity" $root | nindent 16 }}
              env:
                {{- $env := merge (include "pii-vault.operationsEnv" $root | fromYaml) (include "pii-vault.keyStore" $root | fromYaml) }}
                {{- if $values.auditStore.bucket }}
                {{- $env = merge $env (include "pii-vault.auditStore" $root | fromYaml) }}
                {{- else }}
                {{- $_ := set $env "AUDIT_CHECKPOINT_FILE" "/var/lib/pii-vault-audit/audit-checkpoints" }}
                {{- $_ := set $env "AUDIT_REVOCATION_FILE" "/var/lib/pii-vault-audit/audit-revocations" }}
                {{- end }}
                {{- include "pii-vault.envList" (mergeOverwrite $env $values.env $crypto.env $audit.env) | nindent 16 }}
              resources: {{- toYaml $values.operations.resources | nindent 16 }}
              volumeMounts:
                - { name: tmp, mountPath: /tmp }
                - { name: keys, mountPath: /run/keys, readOnly: true }
                {{- if $crypto.persistence.enabled }}
                - { name: crypto, mountPath: /var/lib/pii-vault }
                {{- end }}
                {{- if $mountsAudit }}
                - { name: audit, mountPath: /var/lib/pii-vault-audit }
                {{- end }}
                {{- if $isBackup }}
                - { name: backups, mountPath: /backups }
                {{- end }}
                {{- with $values.keyStore.volumeMounts }}
                {{- toYaml . | nindent 16 }}
                {{- end }}
          volumes:
            - name: tmp
              emptyDir: { sizeLimit: 2Gi }
            - name: keys
              projected:
                defaultMode: 0440
                sources:
                  - secret: { name: {{ $prefix }}-migrate }
                  - secret:
                      name: {{ $prefix }}-audit
                      items: [{ key: revocations, path: revocations }]
                  {{- if eq $values.keyStore.kind "pkcs11" }}
                  - secret:
                      name: {{ $prefix }}-crypto
                      items: [{ key: pin, path: pin }]
                  {{- end }}
            {{- if $crypto.persistence.enabled }}
            - name: crypto
              persistentVolumeClaim: { claimName: {{ $fullname }}-crypto }
            {{- end }}
            {{- if $mountsAudit }}
            - name: audit
              persistentVolumeClaim: { claimName: {{ $fullname }}-audit }
            {{- end }}
            {{- if $isBackup }}
            - name: backups
              {{- toYaml (required "operations.backup.volume is needed" $values.operations.backup.volume) | nindent 14 }}
            {{- end }}
            {{- with $values.keyStore.volumes }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
{{- end }}

{{/* Settings of the image ops: the database of all services with its owner's login. */}}
{{- define "pii-vault.operationsEnv" -}}
# It answers no requests, so it needs none of the settings that production demands of services.
NODE_ENV: development
PIIVAULT_ENVIRONMENT: development
PIIVAULT_TIME_ZONE: {{ .Values.timeZone }}
PIIVAULT_DATABASE_URL: {{ .Values.database.url | quote }}
{{- with .Values.database.caKey }}
PIIVAULT_DATABASE_CA_FILE: /run/keys/{{ . }}
{{- end }}
PIIVAULT_DATABASE_ADMIN_USER: {{ .Values.database.adminUser }}
PIIVAULT_DATABASE_ADMIN_PASSWORD_FILE: /run/keys/admin-password
{{- range splitList " " (include "pii-vault.services" .) }}
{{ upper . }}_DATABASE_PASSWORD_FILE: /run/keys/{{ . }}-database-password
{{ upper . }}_SYSTEM_DATABASE_PASSWORD_FILE: /run/keys/{{ . }}-system-database-password
{{- end }}
AUDIT_REVOCATION_KEY_FILE: /run/keys/revocations
{{- end }}
