//go:build linux

package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// straceArguments trace what a program does to files, with the whole bytes.
func straceArguments(output string) []string {
	return []string{
		"--seccomp-bpf", "-f", "-ttt", "-y", "-xx", "-s", "1000000", "-e", "signal=none", "-o", output, "-e",
		"trace=open,openat,creat,write,writev,pwrite64,pwritev,pwritev2,lseek,ftruncate,truncate,fallocate," +
			"copy_file_range,sendfile,sync_file_range,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,link,linkat,mmap",
	}
}

// call is a system call that a process has finished.
type call struct {
	name   string
	begun  time.Time
	args   []string
	result int64
	opened string // path that the result stands for
}

var (
	callText    = regexp.MustCompile(`^(\d+) +(\d+\.\d+) (?:<\.\.\. )?(\w+)(?: resumed>|\()(.*)$`)
	resultText  = regexp.MustCompile(`^(.*)\) += (-?\w+)(?:<([^>]*)>)?`)
	handleText  = regexp.MustCompile(`^(?:\d+|AT_FDCWD)<([^>]*)>`)
	unfinished  = " <unfinished ...>"
	hexadecimal = strings.NewReplacer(`\x`, "")
)

// readCalls reads what strace wrote, in the order in which the calls came to
// their end.
func readCalls(path string) (calls []call, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<28)
	type begun struct{ at, text string }
	waiting := map[string]begun{} // by thread
	for lines.Scan() {
		m := callText.FindStringSubmatch(lines.Text())
		if m == nil {
			continue // the end of a thread
		}
		thread, now, text := m[1], begun{m[2], m[4]}, m[4]
		if before, ok := waiting[thread]; ok {
			delete(waiting, thread)
			now = begun{before.at, before.text + text}
		}
		if head, ok := strings.CutSuffix(now.text, unfinished); ok {
			waiting[thread] = begun{now.at, head}
			continue
		}
		if strings.HasSuffix(now.text, "= ?") {
			continue // the process ended before the call did
		}
		c, err := parseCall(m[3], now.at, now.text)
		if err != nil {
			return nil, fmt.Errorf("%.200s: %w", lines.Text(), err)
		}
		if c.result >= 0 {
			calls = append(calls, c)
		}
	}
	return calls, lines.Err()
}

func parseCall(name, at, text string) (c call, err error) {
	m := resultText.FindStringSubmatch(text)
	if m == nil {
		return c, fmt.Errorf("no result")
	}
	seconds, micros, _ := strings.Cut(at, ".")
	var s, us int64
	if s, err = strconv.ParseInt(seconds, 10, 64); err == nil {
		us, err = strconv.ParseInt(micros, 10, 64)
	}
	if err != nil {
		return c, err
	}
	c = call{name: name, begun: time.Unix(s, us*1000), args: strings.Split(m[1], ", "), result: -1}
	if m[2] == "?" {
		return c, nil
	}
	if c.result, err = strconv.ParseInt(m[2], 0, 64); err != nil && name != "mmap" {
		return c, err
	}
	opened, err := hex.DecodeString(hexadecimal.Replace(m[3]))
	c.opened = string(opened)
	return c, err
}

// file returns the path of a file that argument i names by its handle.
func (c *call) file(i int) (string, error) {
	m := handleText.FindStringSubmatch(c.args[i])
	if m == nil {
		return "", nil
	}
	path, err := hex.DecodeString(hexadecimal.Replace(m[1]))
	return string(path), err
}

// bytes returns the string that is argument i.
func (c *call) bytes(i int) ([]byte, error) {
	text := c.args[i]
	if len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' {
		return nil, fmt.Errorf("%s: argument %d is not a whole string", c.name, i)
	}
	return hex.DecodeString(hexadecimal.Replace(text[1 : len(text)-1]))
}

// path returns the path that argument i is, below the folder of argument
// i-1 if that is a handle.
func (c *call) path(i int, working string) (string, error) {
	text, err := c.bytes(i)
	if err != nil || filepath.IsAbs(string(text)) {
		return filepath.Clean(string(text)), err
	}
	folder := working
	if i > 0 {
		above, err := c.file(i - 1)
		if err != nil {
			return "", err
		}
		if above != "" {
			folder = above
		}
	}
	return filepath.Join(folder, string(text)), nil
}

func (c *call) number(i int) (int64, error) { return strconv.ParseInt(c.args[i], 0, 64) }
