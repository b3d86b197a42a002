package rest

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"net/http"
	"net/url"

	"automacao/internal/fault"
)

var errCSV = fault.New(http.StatusBadRequest, "PGRST102", "All lines must have same number of fields")

// csvToJSON makes an object of every line after the first; NULL is null.
func csvToJSON(body []byte) ([]byte, error) {
	lines, err := csv.NewReader(bytes.NewReader(body)).ReadAll()
	if err != nil || len(lines) == 0 {
		return nil, errCSV.Because(err)
	}
	rows := []map[string]*string{}
	for _, line := range lines[1:] {
		row := map[string]*string{}
		for i, name := range lines[0] {
			if line[i] == "NULL" {
				row[name] = nil
			} else {
				row[name] = &line[i]
			}
		}
		rows = append(rows, row)
	}
	return json.Marshal(rows)
}

func formToJSON(body []byte) ([]byte, error) {
	values, err := url.ParseQuery(string(body))
	if err != nil {
		return nil, errBody.Because(err)
	}
	row := map[string]string{}
	for name := range values {
		row[name] = values.Get(name)
	}
	return json.Marshal(row)
}
