// Package migrations holds the SQL that makes a bank and brings an older one up
// to date. Its files are numbered and applied in the order of their numbers.
//
// A published file never changes. What a bank holds is described in the files, and
// in docs/building.md where that is not so any more; package tables opens it, and
// package change brings it up to date.
//
// Start with 00001_bank.sql.
package migrations

import "embed"

// FS holds the files, named in the way that goose expects.
//
//go:embed *.sql
var FS embed.FS

// Files of versions 2 and 4. Package change applies them itself, as it fills what
// they make from the seeds in the same transaction.
const (
	Symmetric = "00002_symmetric.sql"
	Digests   = "00004_digests.sql"
)

// Version is the format version of an up-to-date bank: the number of the last
// file. That file sets PRAGMA user_version to it.
const Version = 8

// Readable is the oldest format version that can be read without being brought
// up to date. Later versions only add to it: one of version 1 lists no symmetric
// puzzles, one of version 2 has no bookmarks, one of version 3 no digests, one of
// version 4 no minutes, one of version 5 no tokens of contributors, one of
// version 6 no labels, and one of version 7 no index of early ratings.
const Readable = 1

// ApplicationID marks a SQLite file as a bank; the first file sets it. It is
// "SdBk" in ASCII.
const ApplicationID = 0x5364426b

// Schemas are what tells whether a bank has the tables and indexes of a format
// version: package tables compares them with the hash of their SQL.
var Schemas = [Version + 1]string{
	1: "8c57a875fe0cacb6be8bf749a7d82ed777eee0e4f6d3e825d3e9c7e00d66cf28",
	2: "acd2da0a7e807db4487952d8e5364c280477240b59eeb3e1ab117e139efd64ba",
	3: "2e0a7fd3fae16d905d15a4fcc2a35df0d6be76a5d037fb8db9aad36bf8daa9d7",
	4: "6656a964142fa2ccf04b42a1cd45c628fe620e6d21728479f60cddefee1b99e0",
	5: "1c6365ad49c33d56440f441507e01205762cbb28c5b8298fb645b817a98f7f10",
	6: "21cd2c65660485dc9eb1b2a7a659092dffac5960b7c76ae7aeeb70d3c6bd1540",
	7: "5df1ba5f18771913ac7a8c460eadddeb0a596fa964325297027bbc4bb75eb916",
	8: "64ccf6e9afe54564070c67a77095562f346663e234c53577c1bff550333ec342",
}
