{{- /* The Deployment of a role: { context, role }. API and worker differ in arguments, ports and values only. */ -}}

{{- define "task-service.deployment" -}}
{{- $values := .context.Values -}}
{{- $role := index $values .role -}}
{{- $labels := dict "context" .context "component" .role -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "task-service.fullname" .context }}-{{ .role }}
  labels:
    {{- include "task-service.labels" $labels | nindent 4 }}
spec:
  {{- if not (and (eq .role "api") $values.autoscaling.enabled) }}
  replicas: {{ $role.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  # Longer than the pods wait for the schema.
  progressDeadlineSeconds: 900
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  selector:
    matchLabels:
      {{- include "task-service.selector" $labels | nindent 6 }}
  template:
    metadata:
      labels:
        {{- with $role.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
        {{- include "task-service.labels" $labels | nindent 8 }}
      {{- with $role.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      {{- include "task-service.pod" . | nindent 6 }}
      serviceAccountName: {{ include "task-service.serviceAccount" .context }}
      # Shutdown takes at most ten seconds. There is no preStop hook: after SIGTERM the process waits for load balancers itself.
      terminationGracePeriodSeconds: 15
      {{- with $role.priorityClassName }}
      priorityClassName: {{ . | quote }}
      {{- end }}
      {{- with $role.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        {{- range $key := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
        - topologyKey: {{ $key }}
          maxSkew: 1
          whenUnsatisfiable: ScheduleAnyway
          # Pods of the previous version do not count.
          matchLabelKeys: [pod-template-hash]
          labelSelector:
            matchLabels:
              {{- include "task-service.selector" $labels | nindent 14 }}
        {{- end }}
      containers:
        - name: {{ .role }}
          args: [serve, --role, {{ .role }}, --wait, 10m]
          {{- include "task-service.container" . | nindent 10 }}
          ports:
            - name: http
              containerPort: 8001
            {{- if $values.metrics.enabled }}
            - name: metrics
              containerPort: {{ $values.metrics.port }}
            {{- end }}
          # As long as --wait, while the database or its migration is not ready.
          startupProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 2
            timeoutSeconds: 3
            failureThreshold: 330
          readinessProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 5
            timeoutSeconds: 3
            failureThreshold: 2
          # Does not use the database, so that an outage of PostgreSQL restarts nothing.
          livenessProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 3
{{- end -}}
