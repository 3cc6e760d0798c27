// Package mine fills a bank: it makes minimal puzzles, rates them and stores
// them.
package mine
