// Package migrations holds the SQL that makes a bank and brings an older one
// up to date: numbered files, applied in order, never changed once published.
package migrations

import "embed"

// FS holds the files, as goose wants them.
//
//go:embed *.sql
var FS embed.FS

// Version is the format version of an up-to-date bank: the number of the last
// file, which sets PRAGMA user_version to it.
const Version = 1

// Readable is the oldest format version that can be read without being brought
// up to date: what came later serves those that write.
const Readable = 1

// ApplicationID marks a SQLite file as a bank; the first file sets it. It is
// "SdBk" in ASCII.
const ApplicationID = 0x5364426b

// Schemas are what tells whether a bank has the tables and indexes of a format
// version: package seedbank compares them with the hash of their SQL.
var Schemas = [Version + 1]string{
	1: "ae961b21a45d7ef90ba90e3f47be7ed67c77574cb9a97e5871353f113d69f936",
}
