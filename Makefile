# The commands of the project. `make` alone lists them.
SHELL   := /bin/bash
VERSION := $(shell ./scripts/version.sh)
COMMIT  := $(shell git rev-parse HEAD 2>/dev/null)
# The date of the commit, not of the build, so that one commit always builds the same program.
DATE    := $(shell git log -1 --format=%cI 2>/dev/null)
WEB     := $(shell find web/src web/public web/worker web/index.html web/vite.config.ts web/chunks.ts web/prerender.js web/icons.js web/package.json -type f 2>/dev/null)
# Everything is compiled alike, so that the program, its tests and their tools share what is compiled.
export GOFLAGS := -trimpath
# Not ./...: some npm packages contain Go files.
PACKAGES := ./cmd/... ./internal/... ./verify/... ./web
# The tests that run again through a PgBouncer: sign-up, sign-in, refresh, tables and calls under
# their roles, files, live updates. `make pooled` runs all tests of the protocols.
PROTOCOLS := ./internal/wire/auth/... ./internal/wire/rest ./internal/wire/storage ./internal/wire/realtime
POOLED    := ^Test(SignupAnswersASession|SuccessForgives.*|Refresh.*|FiftyTabs.*|Reads|Writes|Calls|GoFunctions|AnEnded.*|Signed.*|AFileIsServed|Changes|Broadcast)$$
# The tests that run again with files in a real S3 server: each operation and its refusals.
STORED  := ^Test(AStore.*|AFailedPut.*|ARealStore.*|AFile.*|AForm.*|Files(AreRemoved|MoveAndAreCopied)|BucketsAreKept|Signed.*|ARefusedRow.*|Sweep.*|ARowWithoutBytes.*|RowsAreDeleted.*|AnUpload.*|OnePart.*|APictureIsServed.*|TransparencyIsKept)$$
# A failing test is retried once, unless so many fail that it is no accident. make check runs vet,
# and a test binary without symbols is linked in half the time.
SUITE   := go tool gotestsum --format pkgname-and-test-fails --format-hide-empty-pkg --hide-summary skipped --rerun-fails=1 --rerun-fails-max-failures=5 --rerun-fails-run-root-test
FLAGS   := -vet=off -ldflags='-s -w'
GO      := $(shell find cmd internal web -name '*.go' -o -name '*.sql' -path '*/internal/*')

.DEFAULT_GOAL := help
.PHONY: help run dev build check test pooled race trust screens showcase lighthouse volume bench types clean

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: bin/automacao postgres ## set everything up and serve with demonstration data at http://127.0.0.1:8080
	AUTOMACAO_DEMO=1 ./bin/automacao serve

dev: bin/automacao postgres ## the server, and the web application with reload at http://127.0.0.1:5173
	trap 'kill 0' EXIT; AUTOMACAO_ALLOWED_ORIGINS=http://127.0.0.1:5173,http://localhost:5173 AUTOMACAO_DEMO=1 ./bin/automacao serve & cd web && npm run dev

build: bin/automacao ## build bin/automacao with the web application inside

bin/automacao: $(GO) go.mod go.sum web/dist/index.html
	go build -ldflags '-s -w -X main.version=$(VERSION) -X main.commit=$(COMMIT) -X main.date=$(DATE)' -o $@ ./cmd/automacao

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

web/dist/index.html: web/node_modules/.package-lock.json $(WEB)
	cd web && npm run build
	@touch web/dist/.gitkeep $@

# Built without bin/automacao, which embeds the web application that the written files belong to.
types: postgres ## write what is generated: tables, workflows, codes and their sentences, limits, docs/reference
	go test ./internal/market/transition -run TestTheDocumentIsInForce -update
	go test ./internal/app -run TestEveryFunctionSaysWhatItDoes -update
	data=$$(mktemp -d) && chmod 755 $$data && go run ./cmd/automacao types --new-market --data $$data/data && rm -rf $$data
	go test ./internal/app -run TestTheLimitsAreWrittenDown -update
	go test ./internal/wire/standalone -run TestTheDocumentListsTheSettings -update
	go test ./cmd/automacao -run TestTheReferenceIsWrittenDown -update

check: check-go check-web ## format, lint, types and generated code, without a browser

# Where the program is built too, vet waits for what that compiles.
.PHONY: check-go check-web
check-go: web/dist/index.html | $(filter bin/automacao,$(MAKECMDGOALS))
	@test -z "$$(gofmt -l cmd internal verify web/*.go)" || { echo 'run gofmt on:'; gofmt -l cmd internal verify web/*.go; exit 1; }
	go vet $(PACKAGES)
	go tool staticcheck $(PACKAGES)

check-web: web/dist/index.html
	cd web && npm run check

.PHONY: check-e2e
check-e2e: web/node_modules/.package-lock.json verify/e2e/node_modules/.package-lock.json
	cd verify/e2e && PATH="$$PWD/../../web/node_modules/node/bin:$$PATH" npm run check

# What is downloaded, and what uses one core, shares the machine; each test run has it to itself.
test: ## everything: unit, database, web and browser tests
	@./scripts/test-report.sh start
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target bin/automacao tools check check-e2e
	@./scripts/test-report.sh step 'build, lint and types'
	$(SUITE) --rerun-fails-report bin/test/go-all.txt --packages '$(PACKAGES)' -- $(FLAGS) -timeout 30m
	@./scripts/test-report.sh step 'Go tests'
	AUTOMACAO_TEST_POOLER=1 $(SUITE) --rerun-fails-report bin/test/go-pooled.txt --packages '$(PROTOCOLS)' -- $(FLAGS) -run '$(POOLED)'
	@./scripts/test-report.sh step 'Go tests through a pooler'
	AUTOMACAO_TEST_S3=1 $(SUITE) --rerun-fails-report bin/test/go-stored.txt --packages './internal/files/blob ./internal/wire/storage' -- $(FLAGS) -run '$(STORED)'
	@./scripts/test-report.sh step 'Go tests with S3'
	go run ./verify/trust --quick
	@./scripts/test-report.sh step 'attacks, in small'
	cd web && npm test -- --reporter=default --reporter=json --outputFile.json=../bin/test/vitest.json
	@./scripts/test-report.sh step 'web tests'
	cd verify/e2e && PLAYWRIGHT_JSON_OUTPUT_FILE=../../bin/test/playwright.json PATH="$$PWD/../../web/node_modules/node/bin:$$PATH" npm test -- --reporter=list,json
	@./scripts/test-report.sh step 'browser tests'
	@./scripts/test-report.sh print

pooled: web/dist/index.html postgres pgbouncer ## every test of the protocols through a PgBouncer in transaction mode
	AUTOMACAO_TEST_POOLER=1 go test -count=1 $(PROTOCOLS)

race: web/dist/index.html postgres ## every Go test under the race detector; takes an hour
	go test -race -timeout 60m $(PACKAGES)

verify/e2e/node_modules/.package-lock.json: verify/e2e/package-lock.json
	cd verify/e2e && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --no-audit --no-fund --loglevel=error
	@touch $@

screens: bin/automacao postgres chromium verify/e2e/node_modules/.package-lock.json ## photograph every screen, state and component into verify/e2e/results/screens; ONLY="falhando company 360" for some
	cd verify/e2e && PATH="$$PWD/../../web/node_modules/node/bin:$$PATH" node screens.ts $(ONLY)

showcase: bin/automacao postgres chromium verify/e2e/node_modules/.package-lock.json ## photograph what the manifest shows before the product is installed
	cd verify/e2e && PATH="$$PWD/../../web/node_modules/node/bin:$$PATH" node showcase.ts

lighthouse: bin/automacao postgres chromium verify/e2e/node_modules/.package-lock.json ## have Lighthouse judge the screens on a phone; PAGES="/projetos /auth" for some
	cd verify/e2e && PATH="$$PWD/../../web/node_modules/node/bin:$$PATH" node lighthouse.ts $(PAGES)

volume: bin/automacao postgres chromium verify/e2e/node_modules/.package-lock.json ## time every screen with 10,000 projects and professionals and 100,000 messages
	cd verify/e2e && PATH="$$PWD/../../web/node_modules/node/bin:$$PATH" node volume.ts

trust: bin/automacao postgres ## attack and break the program on purpose, see verify/trust/README.md; takes hours
	go run ./verify/trust --document docs/evidence/trust.md

.PHONY: sbom audit update
sbom: web/node_modules/.package-lock.json verify/e2e/node_modules/.package-lock.json ## write bin/sbom.cdx.json, check every part's licence, write bin/THIRD-PARTY-NOTICES.txt
	go run ./verify/supply sbom
	go run ./verify/supply licences

audit: ## look up what is known against the parts, where that can be reached
	go run ./verify/supply audit

update: ## take the newest version of every part, exactly
	./scripts/update.sh

.PHONY: dist
dist: web/dist/index.html verify/e2e/node_modules/.package-lock.json ## build and check what a version is handed out as, into dist/; PLATFORMS="linux/amd64 windows/amd64" for some
	./scripts/dist.sh

.PHONY: fuzz
fuzz: postgres ## feed every parser of outside text with TIME=10m of made-up text each; ONLY=name for some
	./scripts/fuzz.sh "$(or $(TIME),10m)" "$(or $(ONLY),.)"

.PHONY: mutants
mutants: web/dist/index.html postgres ## change the code in one place at a time and count what no test notices, nightly; ONLY=name for some
	./scripts/mutants.sh "$(ONLY)"

bench: web/dist/index.html postgres ## side-by-side measurements, see verify/bench/README.md
	go run ./verify/bench compare
	go run ./verify/bench rivals
	go run ./verify/bench screens
	go run ./verify/bench memory
	go test -run '^$$' -bench . -benchmem $(PACKAGES)

# Installs what the machine lacks: PostgreSQL's server, a browser and a pooler. What may call apt
# waits for PostgreSQL, which may call it too.
.PHONY: postgres chromium pgbouncer
postgres:
	@./scripts/fetch-postgres.sh --if-missing

# The version that the tests of upgrade-cluster upgrade to.
.PHONY: newer
newer: | postgres chromium pgbouncer shell
	@./scripts/fetch-postgres.sh

chromium: | postgres
	@[ -x "$${CHROMIUM:-/usr/bin/chromium}" ] || ./scripts/install.sh chromium

pgbouncer: | postgres
	@command -v pgbouncer >/dev/null || [ -x /usr/sbin/pgbouncer ] || ./scripts/install.sh pgbouncer

# The S3 server for tests, in its own module. Once built it stays in Go's cache.
.PHONY: gateway
gateway:
	@cd internal/files/blob/blobtest/gateway && go tool -n versitygw >/dev/null

# The programs that the guide's shell examples use, and psql for the SQL of a separate app.
.PHONY: shell
shell: | postgres
	@command -v curl >/dev/null && command -v jq >/dev/null && command -v psql >/dev/null || ./scripts/install.sh curl jq postgresql-client

# All that make test needs besides the program and npm's packages.
.PHONY: tools
tools: postgres chromium pgbouncer shell newer gateway

clean: ## remove what was built, not the data
	rm -rf bin web/dist/* web/node_modules verify/e2e/node_modules verify/e2e/results
	touch web/dist/.gitkeep
