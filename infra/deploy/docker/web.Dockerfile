# The image of web: nginx with the built web application, as an unprivileged user.
#
#   docker build -f infra/deploy/docker/web.Dockerfile .
ARG NODE_IMAGE=node:24-bookworm-slim
ARG NGINX_IMAGE=nginx:1.29

# Only the files that npm reads, so that other edits do not repeat the next step.
FROM ${NODE_IMAGE} AS manifests
COPY . /repository
RUN cd /repository \
 && find . -name package.json -not -path '*/node_modules/*' -o -name package-lock.json -o -name .npmrc \
  | tar -c -T - | tar -x -C /mnt

# The same as in service.Dockerfile, word for word, so that it is built once for all images.
FROM ${NODE_IMAGE} AS build
WORKDIR /repository
COPY --from=manifests /mnt .
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --prefer-offline --loglevel=error
COPY . .
RUN npm run generate --workspaces --if-present && npm run build --workspace @tavola/web

FROM ${NGINX_IMAGE}
ARG VERSION=0.1.0
LABEL org.opencontainers.image.title="tavola/web" \
      org.opencontainers.image.description="Tavola, digital menus for restaurants: nginx with the web application" \
      org.opencontainers.image.version="${VERSION}"
COPY infra/deploy/nginx/nginx.conf infra/deploy/nginx/site.conf.template /etc/tavola/
COPY infra/deploy/docker/start-nginx.sh /usr/local/bin/start-nginx
COPY --from=build /repository/web/dist /srv/web
# The user "nginx" of the base image; it writes only to /tmp.
USER 101:101
EXPOSE 8080
STOPSIGNAL SIGQUIT
HEALTHCHECK --interval=30s --timeout=10s --start-period=10s --retries=3 CMD ["curl", "-sf", "-o", "/dev/null", "http://127.0.0.1:8082/health/ready"]
ENTRYPOINT ["/usr/local/bin/start-nginx"]
