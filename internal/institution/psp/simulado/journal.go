package simulado

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"automacao/internal/files/disk"
)

// A journal of more lines than this is compacted when it is opened, if the operating system can
// rename an open file.
const linesMax = 1000

// journal is an append-only file with one record per line. Exactly what is in it has happened.
type journal struct {
	file  *os.File
	size  int64
	fault error // after which nothing is written any more
}

// openJournal replays the journal into the state. A truncated last line belongs to a call that was
// never answered.
func openJournal(path string, into *state) (*journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the journal: %w", err)
	}
	j := &journal{file: file}
	if err := disk.Lock(file); err != nil {
		return nil, errors.Join(fmt.Errorf("another simulator has %s open: %w", path, err), file.Close())
	}
	lines, err := j.replay(into)
	if err == nil && lines > linesMax && disk.MovesOpenFiles {
		err = j.rewrite(into.whole())
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return j, nil
}

func (j *journal) replay(into *state) (lines int, err error) {
	reader := bufio.NewReader(j.file)
	for {
		line, err := reader.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return lines, j.cut()
		}
		if err != nil {
			return lines, fmt.Errorf("read the journal: %w", err)
		}
		var change record
		if err := json.Unmarshal(line, &change); err != nil {
			return lines, fmt.Errorf("line %d of the journal is damaged: %w", lines+1, err)
		}
		into.apply(change)
		j.size += int64(len(line))
		lines++
	}
}

// cut removes what follows the last complete line.
func (j *journal) cut() error {
	err := j.file.Truncate(j.size)
	_, sought := j.file.Seek(j.size, io.SeekStart)
	if err := errors.Join(err, sought); err != nil {
		return fmt.Errorf("truncate the journal: %w", err)
	}
	return nil
}

// append writes a record durably. If it fails, nothing of the record is left.
func (j *journal) append(change record) error {
	if j.fault != nil {
		return j.fault
	}
	line, err := json.Marshal(change)
	if err != nil {
		return fmt.Errorf("write the journal: %w", err)
	}
	line = append(line, '\n')
	_, err = j.file.Write(line)
	if err == nil {
		err = disk.WriteOut(j.file)
	}
	if err != nil {
		err = fmt.Errorf("write the journal: %w", err)
		j.fault = j.cut()
		return err
	}
	j.size += int64(len(line))
	return nil
}

// rewrite replaces the journal by a single record. The lock moves to the new file.
func (j *journal) rewrite(whole record) error {
	line, err := json.Marshal(whole)
	if err != nil {
		return fmt.Errorf("compact the journal: %w", err)
	}
	path := j.file.Name()
	draft, err := os.OpenFile(path+".new", os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("compact the journal: %w", err)
	}
	_, err = io.Copy(draft, bytes.NewReader(append(line, '\n')))
	if err == nil {
		err = errors.Join(draft.Sync(), disk.Lock(draft), os.Rename(draft.Name(), path))
	}
	if err != nil {
		return errors.Join(fmt.Errorf("compact the journal: %w", err), draft.Close())
	}
	old := j.file
	j.file, j.size = draft, int64(len(line)+1)
	return old.Close()
}

func (j *journal) close() error { return j.file.Close() }
