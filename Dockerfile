# One image for every role: `serve`, `migrate` and each other command of task-service.
#   docker build -t ghcr.io/task-service/task-service:0.1.0 .
# Behind a proxy with its own certificate authority, or with a private registry:
#   docker build --secret id=ca,src=ca.crt --secret id=npmrc,src="$HOME/.npmrc" -t ghcr.io/task-service/task-service:0.1.0 .

FROM docker.io/library/node:26-bookworm-slim AS dashboard
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY kit/package.json kit/
COPY integrations/package.json integrations/
COPY server/package.json server/
COPY dashboard/package.json dashboard/
COPY edge/package.json edge/
COPY sdk/package.json sdk/
COPY cli/package.json cli/
RUN --mount=type=secret,id=ca --mount=type=secret,id=npmrc \
    if [ -e /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi \
 && npm ci --workspace=dashboard --ignore-scripts --globalconfig=/run/secrets/npmrc --cache=/tmp/npm && rm -rf /tmp/npm
COPY contract/src contract/src
COPY tsconfig.json ./
COPY dashboard dashboard
COPY tools/build/build-dashboard.ts tools/build/
RUN node tools/build/build-dashboard.ts

# The documentation, from its own packages.
FROM docker.io/library/node:26-bookworm-slim AS docs
WORKDIR /app/site
COPY site/package.json site/package-lock.json site/.npmrc ./
RUN --mount=type=secret,id=ca --mount=type=secret,id=npmrc \
    if [ -e /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi \
 && npm ci --ignore-scripts --globalconfig=/run/secrets/npmrc --cache=/tmp/npm && rm -rf /tmp/npm
WORKDIR /app
COPY site site
COPY docs docs
COPY examples examples
COPY deploy deploy
COPY integrations integrations
COPY dashboard/src/theme/icon.svg dashboard/src/theme/
COPY package.json CHANGELOG.md SECURITY.md ./
COPY tools/build/build-site.ts tools/build/
COPY tools/site tools/site
RUN node tools/build/build-site.ts --installed

FROM docker.io/library/node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY kit/package.json kit/
COPY integrations/package.json integrations/
COPY server/package.json server/
COPY dashboard/package.json dashboard/
COPY edge/package.json edge/
COPY sdk/package.json sdk/
COPY cli/package.json cli/
# Types, source maps and documentation of packages are removed; licenses stay.
RUN --mount=type=secret,id=ca --mount=type=secret,id=npmrc \
    if [ -e /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi \
 && npm ci --omit=dev --ignore-scripts --workspace=server --workspace=integrations \
      --globalconfig=/run/secrets/npmrc --cache=/tmp/npm \
 && npm pkg set --json 'workspaces=["contract","kit","integrations","server"]' && npm pkg delete devDependencies \
 && npm sbom --omit=dev --sbom-format=cyclonedx >/sbom.cdx.json \
 && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.[cm]ts' \
      -o \( -name '*.md' ! -iname 'licen*' \) \) -delete \
 && rm -rf /tmp/npm package-lock.json .npmrc edge sdk cli dashboard
COPY contract/src contract/src
COPY kit/src kit/src
COPY integrations integrations
COPY server/src server/src
COPY --from=dashboard /app/dashboard/dist dashboard/dist
COPY --from=docs /app/site/dist site/dist
# Runs every command once, as the user of the container, to fill the compile cache of Node.js; without a database most of
# them fail, which does not matter. The cache is readable for this user and writable for no one.
RUN chmod -R a+rX . && chmod a+x server/src/main.ts && ln -s /app/server/src/main.ts /usr/local/bin/task-service \
 && mkdir compile-cache && chown 10001:10001 compile-cache \
 && export NODE_COMPILE_CACHE=/app/compile-cache DATABASE_URL=postgres://127.0.0.1:1/none \
 && export SERVICE_ACP_API_KEY=none SERVICE_ACP_MASTER_KEY=bm9uZW5vbmVub25lbm9uZW5vbmVub25lbm9uZW5vbmU= \
 && for command in --help health 'init --compose' migrate doctor 'tenant list' 'serve --migrate' serve; do \
      setpriv --reuid=10001 --regid=10001 --clear-groups task-service $command >/dev/null 2>&1 || true; \
    done \
 && test -n "$(ls compile-cache)" && chown -R 0:0 compile-cache && chmod -R a=rX compile-cache

FROM docker.io/library/node:26-bookworm-slim
# Nothing is ever installed in a running container.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
      /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-* \
 && ln -s /app/server/src/main.ts /usr/local/bin/task-service
COPY --from=build /app /app
COPY --from=build /sbom.cdx.json /usr/share/doc/task-service/
COPY LICENSE /usr/share/doc/task-service/
ENV NODE_COMPILE_CACHE=/app/compile-cache
# A number, so that platforms which do not allow root can verify it.
USER 10001:10001
EXPOSE 8001
# For both roles: a worker-only process listens on the same port, for health checks only.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["task-service", "health"]
ENTRYPOINT ["task-service"]
CMD ["serve"]
ARG VERSION=0.1.0
ARG REVISION=unknown
ARG CREATED=unknown
LABEL org.opencontainers.image.title="Task Service" \
      org.opencontainers.image.description="One inbox of work for people and AI agents" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.base.name="docker.io/library/node:26-bookworm-slim" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}"
