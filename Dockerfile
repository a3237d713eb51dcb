# The service in a container: docs/operations/deployment.md.
#
#   docker build --tag bandeja .

FROM node:26-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/cli/package.json ./packages/cli/
COPY packages/client/package.json ./packages/client/
COPY packages/console/package.json ./packages/console/
COPY packages/contract/package.json ./packages/contract/
COPY packages/importer/package.json ./packages/importer/
COPY packages/messages/package.json ./packages/messages/
COPY packages/planner/package.json ./packages/planner/
COPY packages/postgres/package.json ./packages/postgres/
COPY packages/rating/package.json ./packages/rating/
COPY packages/service/package.json ./packages/service/
# Without OpenTelemetry, which is 18 MB. To export traces, build with --build-arg OMIT=dev.
ARG OMIT=optional
RUN npm ci --omit=dev --omit=$OMIT --ignore-scripts --no-audit --no-fund

# Without --omit=optional: the tools that build the console have their native parts as optional packages.
FROM packages AS console
COPY tools ./tools
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY packages ./packages
COPY scripts/console.ts scripts/console-texts.ts ./scripts/
# Vite reads the settings of TypeScript.
COPY tsconfig.json ./
RUN node scripts/console.ts

FROM node:26-slim
ARG VERSION=unreleased
LABEL org.opencontainers.image.title=bandeja org.opencontainers.image.version=$VERSION org.opencontainers.image.licenses=MIT
# Nothing is installed at run time, so nothing that installs has to be there.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-* /usr/local/bin/yarn /usr/local/bin/yarnpkg \
  && install --directory --owner=node --group=node --mode=700 /data
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json LICENSE README.md ARCHITECTURE.md CONTRIBUTING.md CHANGELOG.md SECURITY.md openapi.json ./
COPY bench/results.md ./bench/
COPY bin ./bin
COPY docs ./docs
COPY examples ./examples
# Which `migrate` grants.
COPY ops/postgresql ./ops/postgresql
COPY packages ./packages
COPY --from=console /app/packages/console/dist ./packages/console/dist

# The embedded database and the operator token. All else may be read only.
VOLUME /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data DEMO=off
EXPOSE 8080
# The user `node`, by its number: Kubernetes refuses a name, which may be that of root.
USER 1000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=768", "packages/service/src/main.js"]
