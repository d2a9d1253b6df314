{{- /* Names, labels and the image, which all objects share. */ -}}

{{- define "task-service.fullname" -}}
{{- .Values.fullnameOverride | default .Release.Name | trunc 45 | trimSuffix "-" -}}
{{- end -}}

{{- /* What selectors use never changes: { context, component }. */ -}}
{{- define "task-service.selector" -}}
app.kubernetes.io/name: task-service
app.kubernetes.io/instance: {{ .context.Release.Name }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end -}}

{{- define "task-service.labels" -}}
{{ include "task-service.selector" . }}
app.kubernetes.io/version: {{ .context.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: task-service
app.kubernetes.io/managed-by: {{ .context.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .context.Chart.Name .context.Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "task-service.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "task-service.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{ .Values.serviceAccount.name | default (include "task-service.fullname" .) }}
{{- else -}}
{{ .Values.serviceAccount.name | default "default" }}
{{- end -}}
{{- end -}}

{{- define "task-service.databaseCluster" -}}
{{ include "task-service.fullname" . }}-database
{{- end -}}
