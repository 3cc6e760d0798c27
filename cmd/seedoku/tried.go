package main

// tried has words that people type where a command should be, below what the error says of
// them.
var tried = map[string]string{
	`did you mean "gen"?`:           "generate create new make draw random puzzle play print get",
	`did you mean "rate"?`:          "rating grade difficulty level er",
	`did you mean "hint"?`:          "explain why step steps next walkthrough",
	`did you mean "solve"?`:         "solution solutions answer count",
	`did you mean "check"?`:         "info analyze analyse validate valid unique minimal inspect show",
	`did you mean "compare"?`:       "duplicates duplicate dups twins copies diff",
	`did you mean "canon"?`:         "canonical minlex canonicalize normalize",
	`did you mean "arrange"?`:       "symmetrize symmetry",
	`did you mean "export"?`:        "pack packs book booklet pdf",
	`did you mean "import"?`:        "add load read insert",
	`did you mean "serve"?`:         "server web page http open",
	`did you mean "bank stats"?`:    "stats statistics list ls summary status",
	`did you mean "bank records"?`:  "records hardest best",
	`did you mean "bank verify"?`:   "verify test fsck",
	`did you mean "bank merge"?`:    "merge join union",
	`did you mean "bank dump"?`:     "dump backup-text",
	`did you mean "bank snapshot"?`: "snapshot backup copy",
	`did you mean "bank path"?`:     "path where",
	`did you mean "techniques"?`:    "technique strategies",
	`did you mean "patterns"?`:      "pattern shapes",
	`did you mean "seedokud work"?`: "work worker",
	`did you mean "seedokud hub"?`:  "hub fleet",
	`did you mean "mine --target"?`: "fill target grow",
	`"seedoku compare --unique FILE" leaves one puzzle of each class`:                 "dedup dedupe deduplicate uniq",
	`what is stored stays; "bank snapshot" copies the bank before you mine or import`: "undo revert rollback delete remove withdraw",
	`"bank path --help" says which files there are and how to remove them`:            "uninstall clean purge reset",
}
