.PHONY: build test long figures speed scales parquet portable chaos load hint-speed race lint types engine digits screenshots bench fuzz release release-test data starter

# The tag leaves out the manual pages that the library of the command line could
# write, which every start would make ready. Ours are made from our own texts.
TAGS = urfave_cli_no_docs

# No package needs a C compiler. Without it programs, tests too, are linked and start faster.
export CGO_ENABLED = 0

build:
	go build -trimpath -tags $(TAGS) -o bin/ ./cmd/seedoku ./cmd/seedokud ./cmd/seedoku-dataset

# What waits for a browser and for disks begins first, and four packages are tested at once,
# because most of them wait for something. lint vets. Test binaries are linked faster without
# what debuggers read.
test:
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || \
		echo "test: the page is not tried in a browser: there is no chromium (apt-get install chromium-headless-shell)"
	@command -v node >/dev/null || echo "test: the scripts of the page are not tested: there is no node (apt-get install nodejs)"
	@command -v curl >/dev/null || echo "test: the examples of the API are not run: there is no curl (apt-get install curl)"
	@command -v kotlinc >/dev/null || echo "test: mini banks in Kotlin are not tested: there is no kotlinc (apt-get install kotlin)"
	go test -vet=off -p 4 -ldflags='-s -w' -timeout 30m ./seedbank/web ./seedbank/change ./...

# The properties of ratings on many more puzzles than in test: every step of the
# paths of 100,000 new puzzles is right, and 50 isomorphs of 2,000 puzzles of each
# level are rated alike, with minutes and labels. The ways of 1,000 puzzles of each
# level solve them, and need each of their steps, whose statements lead to what it
# concludes. Files of gigabytes are read in 50 MB of memory, and damaged banks make
# no false puzzle. Ten million written puzzles are read back and
# solved by a solver that shares nothing with the program's. A million symmetric
# puzzles are what they are said to be, and 20,000 of them are rated. A thousand
# patterns of random puzzles are filled. 10,000 puzzles
# of mini banks of three sizes are the same in all languages, and have the level that
# they should. All pairs of flags of gen, export and dataset, and a thousand wishes at
# random, are kept or refused. The parts of data sets of 120,000 rows have no solution
# grid in common. Every seed of the starter bank is proven, and one in a hundred rated.
# Up to a thousand positions of each technique have no other way on. Every technique runs on
# every round of the sample. Whatever is edited in a bank makes no false puzzle. A hundred
# days have the same puzzles in any order of the seeds, and the page works at five sizes.
# Packs of every pair of formats have the same order. T&E(2) solves no deep seed of data, of
# which one in fifty is rated, as is one in a hundred of those in print style.
# The engine of the page answers about 10,000 puzzles and 2,000 positions as it does natively.
# Of fifty patterns with 19 and 20 clues, 45 are filled in time.
long:
	go test -timeout 0 -run '^TestStarterBankIsTrue$$' -v ./cmd/seedoku -whole-starter
	go test -timeout 0 -run '^TestOnFreshPuzzles$$' -v ./rating -fresh 100000
	go test -timeout 0 -run '^TestIsomorphsHaveTheRatingOfTheBank$$' -v ./seedbank -classes 2000 -isomorphs 50
	go test -timeout 0 -run '^TestSymmetricPuzzlesOfTheStarterBank$$' -v ./seedbank -symmetric-draws 1000000 -rated-afresh 20000
	go test -timeout 0 -run '^TestWaysOfTheStarterBank$$' -v ./rating -ways 1000
	go test -timeout 0 -run '^TestWrittenPuzzlesHaveOneSolution$$' -v ./seedbank/export -truth 10000000
	go test -timeout 0 -run '^TestPatternsOfRandomPuzzles$$' -v ./internal/pattern -patterns 1000
	go test -timeout 0 -run '^TestAllLanguagesMakeTheSamePuzzles$$' -v ./internal/mini -mini-puzzles 10000
	go test -timeout 0 -run '^TestPartsShareNothing$$' -v ./internal/dataset -large
	go test -timeout 0 -run '^TestWishes' -v ./cmd/internal/wish -all-wishes -random-wishes 1000
	go test -timeout 0 -run '^TestTheTechniqueIsTheOnlyWayOn$$' -v ./internal/practice -positions 1000
	go test -timeout 0 -run '^TestStepsAreSoundAndWellFormed$$' -v ./rating -one-round-in 1
	go test -timeout 0 -run '^Test(DailyOverBanks|Page)$$' -v ./seedbank/web -dailies 100 -five-windows
	go test -timeout 0 -run '^TestVariedRequests$$' -v ./seedbank/web -varied 100000
	go test -timeout 0 -run '^TestEngineInBrowser$$' -v ./seedbank/web -engine-puzzles 10000 -engine-positions 2000
	go test -timeout 0 -run 'LittleMemory$$|^TestBombs' -v ./seedbank/pack/read -honest 2000
	go test -timeout 0 -run '^(TestDamagedFilesMakeNoFalsePuzzles|TestEveryEditIsFoundAndHarmless|TestWrongTypesArePlainlySaid)$$' -v ./seedbank/change -corruptions 5000
	go test -timeout 0 -run '^Test(UnionInAnyOrder|MergeBatchesIsMerge|ByNumberDoesNotDependOnTheOrder|BatchesAreTheSeeds|MergeBatchesOfADamagedFile|Withdraw|InsertingTwiceChangesNothing|DumpsTakeStoredValues|CreditsArePackedAndUnpacked|PackedGrids|EarlySeedsAreThoseOfAPlainScan|RecordsAreThoseOfAPlainScan)$$' -v ./seedbank ./seedbank/change ./internal/bank/records -rapid.checks 1000
	go test -timeout 0 -run '^Test(Requested|Shares|LevelsComeInOrder)$$' -v ./seedbank/export -rapid.checks 1000 -every-pair
	go test -timeout 0 -run '^Test(DeepSeeds|SeedsInPrintStyle)$$' -v ./seedbank/mine -rated-again 12
	go test -timeout 0 -run '^TestSparsePatterns$$' -v ./internal/pattern -sparse 50

# Compiles all programs for arm64 and for 32 bits, and tests there what solves, turns,
# rates and stores puzzles, in short form. Tests on arm64 need qemu-aarch64 (apt-get install
# qemu-user), which is about five times slower than the machine, and which cannot run the tests
# that start themselves again.
PORTABLE = ./sudoku ./transform ./rating ./rating/figure ./seedbank ./seedbank/change ./internal/bank/records ./seedbank/seed \
	./internal/shuffle ./internal/ordered ./internal/phrase ./internal/atomicfile ./seedbank/draw \
	./seedbank/export ./internal/pattern ./internal/practice ./seedbank/pack/...
AGAIN = ^Test(BankStaysLocked|ReadingInAFolderThatCannotBeWritten|StandardOutputIsAddedTo|TheLivingKeepTheirs)$$
EVERYWHERE = -run '^TestUnitsAreTheSameEverywhere$$' ./internal/mine/work -deep-walks
portable:
	GOARCH=arm64 go build ./cmd/...
	GOARCH=386 go build ./cmd/...
	GOARCH=386 go test -short -timeout 0 $(PORTABLE)
	GOARCH=386 go test -timeout 0 $(EVERYWHERE)
	@if command -v qemu-aarch64 >/dev/null; then set -x; \
		GOARCH=arm64 go test -short -timeout 0 -exec qemu-aarch64 -skip '$(AGAIN)' $(PORTABLE) && \
		GOARCH=arm64 go test -timeout 0 -exec qemu-aarch64 $(EVERYWHERE); \
		else echo "portable: not tested on arm64: there is no qemu-aarch64 (apt-get install qemu-user)"; fi

# Draws puzzles of all levels, rates them with HoDoKu too, whose jar the variable HODOKU
# names, and writes the table of docs/scales.md.
scales:
	go test -timeout 0 -count 1 -run '^TestScales' -v ./cmd/seedoku -scales

# Reads Parquet and compressed tables back with readers that share nothing with the writers.
parquet:
	cd internal/dataset/testdata/parquet && { test -d node_modules/@duckdb || npm install --no-package-lock --no-audit --no-fund --loglevel=error; }
	go test -count 1 -run '^Test(AnotherReaderOfParquet|OtherReaders)$$' -v ./internal/dataset ./internal/publish

# Kills the program at random moments for CHAOS, cuts the power of a simulated disk
# a thousand times, and kills workers, hubs and servers of fleets, for CHAOS each, also
# with each strategy of mining. It ends fleets whose servers have lost what they had,
# and lets a network lose and mix up messages. A hundred strangers, ten of whom
# lie, mine for CHAOS. A short form of that is in test (strace is needed).
CHAOS ?= 5m
chaos:
	nice go test -timeout 0 -count 1 -run '^TestChaos$$' -v ./cmd/seedoku -chaos $(CHAOS)
	nice go test -timeout 0 -count 1 -run '^TestPowerLoss$$' -v ./cmd/seedoku -powerloss 1000
	nice go test -timeout 0 -count 1 -run '^TestFleet(Chaos|Ends|Strategies)$$' -v ./cmd/seedokud -chaos $(CHAOS)
	nice go test -timeout 0 -count 1 -run '^TestBadNetwork$$' -v ./internal/fleet -weather 30s
	nice go test -timeout 0 -count 1 -run '^TestContributorsThatLie$$' -v ./internal/fleet -strangers $(CHAOS)

# Measures hints at level 9 in a browser that is four times slowed, in three minutes.
hint-speed:
	go test -timeout 0 -count 1 -run '^TestHintSpeed$$' -v ./seedbank/web -hint-speed

# Measures a server under load, on the loopback device alone, in about a minute.
load:
	go test -timeout 0 -count 1 -run '^TestLoad$$' -v ./seedbank/web -load

race: export CGO_ENABLED = 1
race:
	go test -race -short -timeout 2h ./...

lint:
	@test -z "$$(gofmt -s -l .)" || { gofmt -s -d .; exit 1; }
	go vet ./...
	go tool staticcheck ./...
	go tool actionlint
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory types; \
		else echo "lint: the types of the page are not checked: there is no npm (apt-get install npm)"; fi

# Checks the types of the scripts of the page, which stand in their comments.
types:
	cd internal/page && { test -x node_modules/.bin/tsc || npm install --no-package-lock --no-audit --no-fund --loglevel=error; } && npm run --silent types

# Compiles the engine of the page to WebAssembly with the version of Go that go.mod names,
# and compresses it; and builds the file that plays, and the board for other pages, of the
# page's sources. Whoever changes what the engine answers, or the page, runs this before a
# commit: tests build all again and compare. The engine has a megabyte.
engine:
	go test -count 1 -run '^TestOneIsBuilt$$' ./internal/page/bundle -update
	go test -count 1 -run '^TestEngineIsBuilt$$' -v ./seedbank/web -update

# Makes the digits of the page of the Go fonts, with their licence beside them. It takes
# pyftsubset and brotli (apt-get install fonttools python3-brotli).
digits:
	for weight in Medium Bold; do pyftsubset "$$(go list -m -f '{{.Dir}}' golang.org/x/image)/font/gofont/ttfs/Go-$$weight.ttf" \
		--text=123456789 --flavor=woff2 --layout-features= --no-hinting --output-file=internal/page/static/digits-$$(echo $$weight | tr MB mb).woff2 || exit; done
	cp "$$(go list -m -f '{{.Dir}}' golang.org/x/image)/font/gofont/ttfs/README" internal/page/static/digits.txt
	chmod 644 internal/page/static/digits*

# Writes pictures of every view of the page, in five windows, into SCREENSHOTS.
SCREENSHOTS ?= bin/screenshots
screenshots:
	mkdir -p $(SCREENSHOTS)
	go test -timeout 0 -count 1 -run '^TestScreenshots$$' ./seedbank/web -screenshots $(abspath $(SCREENSHOTS))

bench:
	go test -run '^$$' -bench . -benchmem ./...

# Makes the figures of the documents anew that depend on random seeds alone, in some
# ten minutes of one core at the lowest priority. ONLY makes some of them, such as
# ONLY=share. It takes sqlite3 (apt-get install sqlite3).
ONLY ?= .
figures:
	go test -timeout 0 -count 1 -run '^TestFigures$$' -v ./cmd/seedoku -figures -only '$(ONLY)'

# Measures all rows of docs/speed.md in one run, in a minute or two of one core, and writes
# them there. Programs to compare with are found as that page says.
speed:
	go test -timeout 0 -count 1 -run '^TestSpeed$$' -v ./cmd/seedoku -speed

# Every fuzz target for FUZZTIME; go test takes one target a call.
FUZZTIME ?= 30s
fuzz:
	@for file in $$(grep -rl --include='*_test.go' '^func Fuzz' .); do \
		for target in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9]*\).*/\1/p' $$file); do \
			go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) ./$$(dirname $$file) || exit 1; \
		done; \
	done

# Makes what people install, for all systems, in RELEASE, with checksums: the same bytes
# wherever the same commit is built by the same version of Go. The tool is a module of its
# own, so that its modules are nobody else's.
RELEASE ?= bin/release
release:
	cd cmd/seedoku-release && go build -o ../../bin/seedoku-release .
	bin/seedoku-release --output $(RELEASE)

# Makes a release of the last commit twice, compares the bytes, installs it in every way
# that there is, and by go install from a proxy in a folder. It takes root, git, dpkg, rpm
# and qemu-aarch64 (apt-get install rpm qemu-user).
release-test:
	cd cmd/seedoku-release && go vet ./... && go test -timeout 0 -count 1 -v ./... -whole

# Writes the starter bank, or BANK, as a data set to publish into DATA: tables, a card, a
# changelog, checksums. With SINCE, the folder of an earlier one, it tells what is new.
DATA ?= bin/data
BANK ?= data/starter.db
data:
	go build -trimpath -tags $(TAGS) -o bin/ ./cmd/seedoku ./cmd/seedoku-dataset
	bin/seedoku bank release --bank $(BANK) --force $(if $(SINCE),--since $(SINCE)) $(DATA)

# Mines data/starter.db from scratch, in many hours on two cores; data/README.md tells more.
starter: build
	rm -f data/starter.db
	bin/seedoku mine --bank data/starter.db --strategy prune --seed 1 --target 1-9=4500
	bin/seedoku mine --bank data/starter.db --seed 2 --target technique:all=50 --target clues:17-28=25 --for 75m
	bin/seedoku mine --bank data/starter.db --seed 11 \
		--target symmetry:rotate180:1-8=1000 --target symmetry:rotate180:9=200 \
		--target symmetry:rotate90:1-7=200 --target symmetry:mirror:1-7=200 \
		--target symmetry:flip:1-7=200 --target symmetry:diagonal:1-7=200 \
		--target symmetry:antidiagonal:1-7=200 --target symmetry:orthogonal:1-7=200 \
		--target symmetry:bidiagonal:1-7=200 --target symmetry:full:1-7=200
	bin/seedoku mine --bank data/starter.db --seed 21 --pattern all --level 2-3 --count 20 --for 15m
	bin/seedoku mine --bank data/starter.db --seed 22 --pattern all --level 5-7 --count 20 --for 15m
	bin/seedoku mine --bank data/starter.db --seed 23 --pattern all --level 1-4 --count 20 --for 5m
	bin/seedoku mine --bank data/starter.db --seed 31 --target 1=6000 --target 6=6000
	bin/seedoku mine --bank data/starter.db --seed 51 --target clues:19=1000 --ladders none
	bin/seedoku mine --bank data/starter.db --seed 42 --target clues:18=4000 --target clues:17=250 --ladders none
	bin/seedoku mine --bank data/starter.db --seed 41 --target er:11=300 --target er:11.6=20 --ladders none
	bin/seedoku mine --bank data/starter.db --seed 61 --target diamond:10=150 --ladders none
	bin/seedoku mine --bank data/starter.db --seed 71 --target technique:hidden-quad=300 --target technique:jellyfish=200 \
		--target nested-multiple-forcing-chain=200 --ladders none
	bin/seedoku mine --bank data/starter.db --seed 81 --target practice:all=60 --ladders none --for 80m
	bin/seedoku mine --bank data/starter.db --seed 91 --target print:1-5=3000 --target print:6-9=600
	bin/seedoku mine --bank data/starter.db --strategy broaden
	bin/seedoku bank rerate --minutes --labels --bank data/starter.db
	bin/seedoku bank compact --bank data/starter.db
	bin/seedoku bank stats --bank data/starter.db --svg data/bank.svg
	bin/seedoku bank records --bank data/starter.db --svg data/records.svg
	go test ./data -update
