# The program on a base without a shell, as a user without rights. It has no
# PostgreSQL of its own: DATABASE_URL is needed, and backups are made elsewhere.
#   docker build --build-arg VERSION=$(./scripts/version.sh) -t automacao .
FROM node:22-bookworm-slim AS web
WORKDIR /src/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . /src
RUN npm run build

FROM golang:1.26-bookworm AS program
ARG VERSION=0.0.0-dev COMMIT= DATE=
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
COPY --from=web /src/web/dist web/dist
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=$VERSION -X main.commit=$COMMIT -X main.date=$DATE" -o /automacao ./cmd/automacao \
 && mkdir /data

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=program /automacao /usr/bin/automacao
COPY --from=program --chown=65532:65532 /data /data
COPY LICENSE /usr/share/doc/automacao/LICENSE
ENV AUTOMACAO_ADDR=0.0.0.0:8080 AUTOMACAO_DATA=/data AUTOMACAO_LOG_FORMAT=json
USER 65532:65532
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["/usr/bin/automacao", "ready"]
ENTRYPOINT ["/usr/bin/automacao"]
CMD ["serve"]
