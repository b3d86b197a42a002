package differential_test

// column is a column's name in requests, and its kind of values.
type column struct{ name, kind string }

// relation is what the generator knows of a table or view.
type relation struct {
	path    string // as in an address
	key     []string
	columns []column
	embeds  []embed
	isView  bool
}

// embed is a related resource as a select names it, and its relation.
type embed struct{ text, to string }

var relations = map[string]relation{
	"clients": {path: "clients", key: []string{"id"}, columns: []column{
		{"id", "int"}, {"name", "text"}, {"joined", "date"}, {"facts", "jsonb"}, {"raw", "json"}, {"span", "range"}, {"words", "tsvector"},
	}, embeds: []embed{{"projects", "projects"}}},
	"projects": {path: "projects", key: []string{"id"}, columns: []column{
		{"id", "int"}, {"name", "text"}, {"client_id", "int"}, {"budget", "num"}, {"tags", "textarray"}, {"active", "bool"}, {"parent_id", "int"},
	}, embeds: []embed{{"clients", "clients"}, {"client:clients", "clients"}, {"clients!projects_client_id_fkey", "clients"}, {"client_id", "clients"}, {"tasks", "tasks"},
		{"tasks!inner", "tasks"}, {"clients!inner", "clients"}, {"parent:projects!parent_id", "projects"}, {"parent_id", "projects"}}},
	"tasks": {path: "tasks", key: []string{"id"}, columns: []column{
		{"id", "int"}, {"name", "text"}, {"project_id", "int"}, {"mood", "enum"}, {"due", "timestamptz"}, {"weight", "float"},
	}, embeds: []embed{{"projects", "projects"}, {"projects!inner", "projects"}, {"project:project_id", "projects"}, {"assignments", "assignments"}, {"users", "users"}, {"users!assignments", "users"}}},
	"users": {path: "users", key: []string{"id"}, columns: []column{{"id", "int"}, {"name", "text"}, {"secret", "text"}},
		embeds: []embed{{"badges", "badges"}, {"tasks", "tasks"}, {"assignments", "assignments"}, {"sent:letters!letters_from", "letters"}, {"letters!from_id", "letters"}, {"written", "letters"}, {"letters", "letters"}}},
	"assignments": {path: "assignments", key: []string{"user_id", "task_id"}, columns: []column{{"user_id", "int"}, {"task_id", "int"}, {"role", "text"}},
		embeds: []embed{{"users", "users"}, {"tasks", "tasks"}}},
	"badges": {path: "badges", key: []string{"user_id"}, columns: []column{{"user_id", "int"}, {"code", "text"}}, embeds: []embed{{"users", "users"}}},
	"letters": {path: "letters", key: []string{"id"}, columns: []column{{"id", "int"}, {"from_id", "int"}, {"to_id", "int"}, {"content", "text"}},
		embeds: []embed{{"from:users!letters_from", "users"}, {"to:users!letters_to", "users"}, {"from_id", "users"}, {"author", "users"}, {"users", "users"}}},
	"pairs": {path: "pairs", key: []string{"a", "b"}, columns: []column{{"a", "int"}, {"b", "int"}, {"note", "text"}}, embeds: []embed{{"pair_notes", "pair_notes"}}},
	"pair_notes": {path: "pair_notes", key: []string{"id"}, columns: []column{{"id", "int"}, {"a", "int"}, {"b", "int"}, {"text", "text"}},
		embeds: []embed{{"pairs", "pairs"}, {"pairs!pair_of", "pairs"}}},
	"kinds": {path: "kinds", key: []string{"id"}, columns: []column{
		{"id", "int"}, {"small", "int"}, {"big", "int"}, {"num", "num"}, {"real4", "float"}, {"flt", "float"}, {"flag", "bool"}, {"chr", "text"}, {"vch", "text"}, {"txt", "text"},
		{"uid", "uuid"}, {"bin", "bytea"}, {"day", "date"}, {"tim", "time"}, {"ts", "timestamp"}, {"tstz", "timestamptz"}, {"gap", "interval"}, {"net", "inet"}, {"arr", "intarray"},
		{"grid", "intarray"}, {"words", "textarray"}, {"rng", "range"}, {"trng", "trange"}, {"mrng", "multirange"}, {"js", "json"}, {"jb", "jsonb"}, {"mood", "enum"}, {"moods", "enumarray"},
		{"pt", "composite"}, {"pts", "composites"}, {"pos", "int"}, {"mail", "text"}, {"bits", "bits"}, {"xm", "xml"}, {"cash", "money"},
	}},
	"keyless":   {path: "keyless", key: []string{"name", "value"}, columns: []column{{"name", "text"}, {"value", "int"}}},
	"checked":   {path: "checked", key: []string{"id"}, columns: []column{{"id", "int"}, {"code", "text"}, {"kind", "text"}, {"n", "int"}}},
	"events":    {path: "events", key: []string{"id", "at"}, columns: []column{{"id", "int"}, {"at", "date"}, {"name", "text"}}},
	"t":         {path: "t", key: []string{"t"}, columns: []column{{"t", "int"}, {"x", "text"}, {"order", "text"}, {"select", "text"}}},
	"odd":       {path: "Ta-ble%20(odd)", key: []string{"Id"}, columns: []column{{"Id", "int"}, {"a b", "text"}, {"c.d", "text"}, {`e"f`, "text"}, {"ção", "text"}, {"-", "text"}}},
	"japan":     {path: "%E6%97%A5%E6%9C%AC", key: []string{"名"}, columns: []column{{"名", "text"}, {"値", "int"}}},
	"nothing":   {path: "nothing", key: []string{"id"}, columns: []column{{"id", "int"}, {"note", "text"}}},
	"listed":    {path: "project_list", isView: true, key: []string{"id"}, columns: []column{{"id", "int"}, {"name", "text"}, {"client_id", "int"}, {"budget", "num"}}},
	"named":     {path: "project_names", isView: true, key: []string{"id"}, columns: []column{{"id", "int"}, {"name", "text"}, {"client", "text"}}},
	"active":    {path: "active_projects", isView: true, key: []string{"id"}, columns: []column{{"id", "int"}, {"name", "text"}, {"active", "bool"}, {"tags", "textarray"}}},
	"triggered": {path: "letter_view", isView: true, key: []string{"id"}, columns: []column{{"id", "int"}, {"content", "text"}}},
	"counted":   {path: "task_count", isView: true, key: []string{"project_id"}, columns: []column{{"project_id", "int"}, {"tasks", "int"}}},
}

// operands are filter values for a kind of column: valid ones first, then some that the database
// refuses.
var operands = map[string][]string{
	"int":         {"1", "2", "3", "0", "-1", "100", "x", "1.5", ""},
	"num":         {"100", "99.99", "0", "1e3", "NaN", "x"},
	"float":       {"1.5", "0", "Infinity", "-2.25", "1e20", "x"},
	"bool":        {"true", "false", "t", "x"},
	"text":        {"Line 1", "Design", "J*", "*i*", "%a%", "", "null", "João", "a,b", `a,b"c`, "x1", "東京", "(x)", "Aço & Cia", "k", "l", "Line%25"},
	"date":        {"2020-06-15", "2021-05-05", "infinity", "not a day"},
	"time":        {"12:34:56.789", "x"},
	"timestamp":   {"2020-01-01", "2020-01-01T00:00:00", "x"},
	"timestamptz": {"2020-01-01T10:00:00Z", "2021-01-01", "2020-02-01T10:00:00+03:00", "infinity"},
	"interval":    {"1 day 02:00:00", "PT1H", "x"},
	"uuid":        {"6f1c2a34-0000-4000-8000-000000000001", "x"},
	"bytea":       {`\x00ff10`, "abc", `\xzz`},
	"inet":        {"10.0.0.1/8", "::1", "x"},
	"textarray":   {"{steel}", "{fast,hot}", "{}", `{"a,b"}`, "x", `{"c,d"}`, "{a b}"},
	"intarray":    {"{1}", "{1,3}", "{}", "{x}", "{{1,2},{3,4}}"},
	"enumarray":   {"{calm}", "{}", "{x}"},
	"range":       {"[1,5)", "(3,8]", "empty", "[2,1]", "(,)", "4"},
	"trange":      {"[2020-05-01,2020-06-01)", "empty"},
	"multirange":  {"{[1,3)}", "{}"},
	"jsonb":       {`{"a":1}`, "{}", "[]", "1", "x", `{"tags":["x"]}`},
	"json":        {`{"a":1}`, "x"},
	"enum":        {"calm", "very tense", "tense", "angry"},
	"composite":   {`(1,2,"la bel")`, "x"},
	"composites":  {"{}", `{"(1,2,a)"}`},
	"tsvector":    {"steel", "rolls & bars", "cold|steel", "rolls", "'", "steel rolls"},
	"bits":        {"1010", "12"},
	"xml":         {"<a>1</a>"},
	"money":       {"12.34", "x"},
}

// operators are all operators of a filter; common ones occur more often.
var operators = []string{
	"eq", "eq", "eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike", "match", "imatch", "in", "in", "is", "is", "isdistinct", "fts", "plfts", "phfts", "wfts",
	"cs", "cd", "ov", "sl", "sr", "nxr", "nxl", "adj",
}

// literals are JSON values for a kind of column.
var literals = map[string][]string{
	"int":         {"7", "8", "1", "null", `"9"`, `"x"`, "1.5"},
	"num":         {"1.25", "100", "-1", "null", `"2.50"`},
	"float":       {"1.5", "null", `"NaN"`},
	"bool":        {"true", "false", "null", `"yes"`},
	"text":        {`"plain"`, `"ção \" \\ \n"`, `""`, "null", "5", `"two"`, `"k"`, `{"a":1}`},
	"date":        {`"2020-03-03"`, `"2021-03-03"`, `"1900-01-01"`, "null", `"x"`},
	"timestamptz": {`"2020-01-01T00:00:00Z"`, "null"},
	"textarray":   {`["a","b,c"]`, `"{x,y}"`, "[]", `["a",null]`, `"x"`},
	"range":       {`"[1,4)"`, `"x"`, "null"},
	"jsonb":       {`{"z":1,"a":[1,2]}`, "[]", `"text"`, "null", "1"},
	"json":        {`{"z":1,"a":[1,2]}`, "null"},
	"enum":        {`"calm"`, `"angry"`, "null"},
	"tsvector":    {`"a b"`, "null"},
}
