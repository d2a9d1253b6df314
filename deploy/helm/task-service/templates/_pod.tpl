{{- /* What the pods of all roles share. */ -}}

{{- /* A number from a values file is a float, which would print as 1.048576e+06. */ -}}
{{- define "task-service.value" -}}
{{- if kindIs "float64" . -}}{{ printf "%.0f" . }}{{- else -}}{{ . }}{{- end -}}
{{- end -}}

{{- /*
  The secrets of a role as JSON: { variable: { existingSecret, key } }. An API process runs no migrations and no commands of a
  fleet, a worker creates no user, and a migration needs PostgreSQL only.
*/ -}}
{{- define "task-service.secrets" -}}
{{- $all := deepCopy .context.Values.secrets -}}
{{- if .context.Values.database.operator.enabled -}}
{{- $secret := printf "%s-app" (include "task-service.databaseCluster" .context) -}}
{{- $_ := set $all "DATABASE_URL" (dict "existingSecret" $secret "key" "uri") -}}
{{- end -}}
{{- $kept := dict -}}
{{- range $name, $source := $all -}}
{{- $isUsed := true -}}
{{- if eq $.role "api" -}}
{{- $isUsed = not (has $name (list "SERVICE_ACP_DB_DIRECT_URL" "SERVICE_ACP_DIRECTORY_URL")) -}}
{{- else if eq $.role "worker" -}}
{{- $isUsed = not (has $name (list "SERVICE_ACP_DB_DIRECT_URL" "SERVICE_ACP_UI_PASSWORD")) -}}
{{- else -}}
{{- $isUsed = has $name (list "DATABASE_URL" "SERVICE_ACP_DB_DIRECT_URL" "SERVICE_ACP_DIRECTORY_URL") -}}
{{- end -}}
{{- if and $source $isUsed -}}
{{- $_ := set $kept $name $source -}}
{{- end -}}
{{- end -}}
{{- toJson $kept -}}
{{- end -}}

{{- define "task-service.secretFile" -}}
{{ . | trimPrefix "SERVICE_ACP_" | lower | replace "_" "-" }}
{{- end -}}

{{- /* Variables are in the pod and not in a ConfigMap: a change replaces the pods, and the hook needs them before other objects exist. */ -}}
{{- define "task-service.env" -}}
{{- $values := .context.Values -}}
{{- $config := deepCopy $values.config -}}
{{- if eq .role "migrate" -}}
{{- range $name := keys $config -}}
{{- if not (regexMatch "^SERVICE_ACP_(DB_|LOG_|CELL$)" $name) -}}
{{- $_ := unset $config $name -}}
{{- end -}}
{{- end -}}
{{- else -}}
{{- $config = mergeOverwrite $config (deepCopy (index $values .role).config) -}}
{{- $_ := set $config "SERVICE_ACP_PORT" "8001" -}}
{{- if $values.metrics.enabled -}}
{{- $_ := set $config "SERVICE_ACP_METRICS_PORT" $values.metrics.port -}}
{{- end -}}
{{- end -}}
{{- if $values.certificateAuthority.existingConfigMap -}}
{{- $_ := set $config "NODE_EXTRA_CA_CERTS" "/certificates/ca.crt" -}}
{{- end -}}
{{- range $name, $value := mergeOverwrite $config (deepCopy $values.extraEnv) }}
{{- if not (kindIs "invalid" $value) }}
- name: {{ $name }}
  value: {{ include "task-service.value" $value | quote }}
{{- end }}
{{- end }}
{{- range $name, $source := include "task-service.secrets" . | fromJson }}
- name: {{ $name }}_FILE
  value: /secrets/{{ include "task-service.secretFile" $name }}
{{- end }}
{{- end -}}

{{- define "task-service.volumes" -}}
- name: secrets
  projected:
    # For the group of the pod only.
    defaultMode: 288 # 0440
    sources:
      {{- range $name, $source := include "task-service.secrets" . | fromJson }}
      - secret:
          name: {{ $source.existingSecret | quote }}
          items:
            - key: {{ $source.key | quote }}
              path: {{ include "task-service.secretFile" $name }}
      {{- end }}
{{- with .context.Values.certificateAuthority }}
{{- if .existingConfigMap }}
- name: certificates
  configMap:
    name: {{ .existingConfigMap | quote }}
    items:
      - key: {{ .key | quote }}
        path: ca.crt
{{- end }}
{{- end }}
{{- end -}}

{{- define "task-service.container" -}}
image: {{ include "task-service.image" .context }}
imagePullPolicy: {{ .context.Values.image.pullPolicy }}
env:
  {{- include "task-service.env" . | trim | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  capabilities: { drop: [ALL] }
  seccompProfile: { type: RuntimeDefault }
resources:
  {{- toYaml (index .context.Values .role).resources | nindent 2 }}
volumeMounts:
  - name: secrets
    mountPath: /secrets
    readOnly: true
  {{- if .context.Values.certificateAuthority.existingConfigMap }}
  - name: certificates
    mountPath: /certificates
    readOnly: true
  {{- end }}
{{- end -}}

{{- define "task-service.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .context.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
volumes:
  {{- include "task-service.volumes" . | nindent 2 }}
{{- with (index .context.Values .role).nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with (index .context.Values .role).tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}
