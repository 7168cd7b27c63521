# The image of a Node process: a service, the gateway, or a one-time job. WORKSPACE selects it.
#
#   docker build -f infra/deploy/docker/service.Dockerfile --build-arg WORKSPACE=services/auth .
#
#   WORKSPACE   the workspace's folder, as in package-lock.json
#   ALSO        more paths that it needs at run time, separated by spaces
#   WRITES      folders for volumes that it writes to: an empty volume takes over the owner
#   VERSION     the image's label
ARG NODE_IMAGE=node:24-bookworm-slim

# Only the files that npm reads, so that other edits do not repeat the next step.
FROM ${NODE_IMAGE} AS manifests
COPY . /repository
RUN cd /repository \
 && find . -name package.json -not -path '*/node_modules/*' -o -name package-lock.json -o -name .npmrc \
  | tar -c -T - | tar -x -C /mnt

# Builds everything once for all images: this stage does not use WORKSPACE, and web.Dockerfile repeats it word for word.
FROM ${NODE_IMAGE} AS build
WORKDIR /repository
COPY --from=manifests /mnt .
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --prefer-offline --loglevel=error
COPY . .
RUN npm run generate --workspaces --if-present && npm run build --workspace @tavola/web

FROM build AS picked
ARG WORKSPACE
ARG ALSO=""
RUN node infra/deploy/docker/pick-workspace.ts ${WORKSPACE} /app ${ALSO}

FROM ${NODE_IMAGE}
ARG WORKSPACE
ARG WRITES=""
ARG VERSION=0.1.0
LABEL org.opencontainers.image.title="tavola/${WORKSPACE}" \
      org.opencontainers.image.description="Tavola, digital menus for restaurants: ${WORKSPACE}" \
      org.opencontainers.image.version="${VERSION}"
ENV NODE_ENV=production \
    NODE_OPTIONS="--disable-warning=ExperimentalWarning --max-semi-space-size=16" \
    HOST=0.0.0.0 \
    PORT=8080 \
    METRICS_PORT=9464 \
    DRAIN_DELAY_MS=3000
COPY --from=picked /app /app
WORKDIR /app/${WORKSPACE}
# Fills Node's compile cache, which halves the CPU of a start. The processes load their modules as the user who will run them,
# then end because their settings are missing, or their input.
ENV NODE_COMPILE_CACHE=/app/.compiled
RUN install -d -o node $NODE_COMPILE_CACHE $WRITES
USER node
RUN for entry in main worker reader; do \
      if [ -e src/$entry.ts ]; then node --import @tavola/service-kit/observability/tracing.ts src/$entry.ts </dev/null >/dev/null 2>&1 || test -n "$(ls $NODE_COMPILE_CACHE)"; fi; \
    done
EXPOSE 8080 9464
# Only bash, and twice a minute: each check starts a process in each container, which together keep a CPU busy.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["bash", "-c", \
  "exec 3<>/dev/tcp/127.0.0.1/$METRICS_PORT && printf 'GET /health/ready HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [[ $status == 200 ]]"]
CMD ["node", "--import", "@tavola/service-kit/observability/tracing.ts", "src/main.ts"]
