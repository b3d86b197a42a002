# The program on a base without a shell, as a user without rights. It has no
# PostgreSQL of its own, so that DATABASE_URL is needed, but pg_dump and pg_restore,
# which back it up.
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

# The two programs with the libraries that the base lacks: all but the C library's own.
FROM postgres:17-bookworm AS tools
WORKDIR /tools/bin
RUN cp /usr/lib/postgresql/17/bin/pg_dump /usr/lib/postgresql/17/bin/pg_restore . && mkdir ../lib \
 && ldd pg_dump pg_restore | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u \
    | grep -vE '/(libc|libm|libdl|libpthread|librt|libresolv)\.so\.' | xargs -I{} cp -L {} ../lib/

FROM gcr.io/distroless/base-debian12:nonroot
COPY --from=tools /tools /usr/lib/postgresql/17
COPY --from=program --chown=65532:65532 /data /backups
COPY --from=program /automacao /usr/bin/automacao
COPY --from=program --chown=65532:65532 /data /data
COPY LICENSE /usr/share/doc/automacao/LICENSE
# Read by the two programs alone: ours is linked statically.
ENV LD_LIBRARY_PATH=/usr/lib/postgresql/17/lib
ENV AUTOMACAO_ADDR=0.0.0.0:8080 AUTOMACAO_DATA=/data AUTOMACAO_LOG_FORMAT=json
USER 65532:65532
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["/usr/bin/automacao", "ready"]
ENTRYPOINT ["/usr/bin/automacao"]
CMD ["serve"]
