{{- define "task-edge.fullname" -}}
{{- .Values.fullnameOverride | default .Release.Name | trunc 45 | trimSuffix "-" -}}
{{- end -}}

{{- define "task-edge.selector" -}}
app.kubernetes.io/name: task-edge
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "task-edge.labels" -}}
{{ include "task-edge.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: task-service
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "task-edge.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "task-edge.policyConfigMap" -}}
{{ .Values.policy.existingConfigMap | default (printf "%s-policy" (include "task-edge.fullname" .)) }}
{{- end -}}
