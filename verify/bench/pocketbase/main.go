// Command pocketbase runs PocketBase with the benchmark's rows, as a rival to measure. It is a
// separate module, and nothing of it is part of the product.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"github.com/pocketbase/dbx"
	pb "github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8090", "where to answer")
	data := flag.String("data", "", "an empty folder")
	flag.Parse()
	if err := run(*addr, *data, os.Stdin); err != nil {
		log.Fatal(err)
	}
}

// run fills an empty PocketBase with the rows in in, one per line, prints a member's credentials as
// JSON, and serves.
func run(addr, data string, in io.Reader) error {
	app := pb.NewWithConfig(pb.Config{DefaultDataDir: data, HideStartBanner: true})
	if err := app.Bootstrap(); err != nil {
		return err
	}
	if err := app.RunAllMigrations(); err != nil {
		return err
	}
	if err := makeCollections(app); err != nil {
		return err
	}
	if err := fill(app, in); err != nil {
		return err
	}
	if err := introduce(app); err != nil {
		return err
	}
	return apis.Serve(app, apis.ServeConfig{HttpAddr: addr})
}

// makeCollections creates tables with the indexes that the requests can use.
func makeCollections(app core.App) error {
	members := types.Pointer("@request.auth.id != ''")
	companies := core.NewBaseCollection("companies")
	companies.Fields.Add(&core.TextField{Name: "name"}, &core.TextField{Name: "avatar_url"})
	companies.ListRule, companies.ViewRule = members, members
	if err := app.Save(companies); err != nil {
		return err
	}
	projects := core.NewBaseCollection("projects")
	projects.Fields.Add(
		&core.NumberField{Name: "number"}, &core.TextField{Name: "title"}, &core.TextField{Name: "description", Max: 20000},
		&core.TextField{Name: "budget"}, &core.TextField{Name: "deadline"}, &core.TextField{Name: "status"}, &core.TextField{Name: "skills"},
		&core.NumberField{Name: "proposals_count"}, &core.TextField{Name: "created_at"},
		&core.RelationField{Name: "company", CollectionId: companies.Id, MaxSelect: 1},
	)
	projects.ListRule, projects.ViewRule = types.Pointer("@request.auth.id != '' && status = 'open'"), members
	projects.AddIndex("projects_newest", false, "status, created_at DESC, id DESC", "")
	if err := app.Save(projects); err != nil {
		return err
	}
	messages := core.NewBaseCollection("messages")
	messages.Fields.Add(
		&core.TextField{Name: "from_id", Required: true}, &core.TextField{Name: "to_id", Required: true}, &core.TextField{Name: "content", Max: 5000, Required: true},
		&core.AutodateField{Name: "created", OnCreate: true},
	)
	messages.CreateRule = types.Pointer("@request.auth.id = from_id")
	messages.AddIndex("messages_to", false, "to_id, created", "")
	return app.Save(messages)
}

// row is a row of a company or a project; Table says which.
type row struct {
	Table  string         `json:"table"`
	Values map[string]any `json:"values"`
}

const batch = 5000

func fill(app core.App, in io.Reader) error {
	lines := json.NewDecoder(in)
	for {
		var rows []row
		for len(rows) < batch {
			var one row
			if err := lines.Decode(&one); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return err
			}
			rows = append(rows, one)
		}
		if len(rows) == 0 {
			return nil
		}
		if err := app.RunInTransaction(func(tx core.App) error { return insert(tx, rows) }); err != nil {
			return err
		}
	}
}

func insert(app core.App, rows []row) error {
	for _, one := range rows {
		if skills, isList := one.Values["skills"].([]any); isList {
			words := make([]string, len(skills))
			for i, skill := range skills {
				words[i] = fmt.Sprint(skill)
			}
			one.Values["skills"] = "," + strings.Join(words, ",") + ","
		}
		if _, err := app.NonconcurrentDB().Insert(one.Table, dbx.Params(one.Values)).Execute(); err != nil {
			return err
		}
	}
	return nil
}

// introduce prints a member's token and id.
func introduce(app core.App) error {
	users, err := app.FindCollectionByNameOrId("users")
	if err != nil {
		return err
	}
	member := core.NewRecord(users)
	member.SetEmail("member@example.com")
	member.SetPassword("a long password")
	if err := app.Save(member); err != nil {
		return err
	}
	token, err := member.NewAuthToken()
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]string{"token": token, "id": member.Id})
}
