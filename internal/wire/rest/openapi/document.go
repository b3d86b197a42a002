package openapi

// Document is the whole: https://swagger.io/specification/v2/.
type Document struct {
	Swagger             string                          `json:"swagger"`
	Info                Info                            `json:"info"`
	Host                string                          `json:"host,omitempty"`
	BasePath            string                          `json:"basePath"`
	Schemes             []string                        `json:"schemes"`
	Consumes            []string                        `json:"consumes"`
	Produces            []string                        `json:"produces"`
	Paths               map[string]map[string]Operation `json:"paths"`
	Definitions         map[string]*Schema              `json:"definitions"`
	Parameters          map[string]Parameter            `json:"parameters"`
	Responses           map[string]Response             `json:"responses"`
	SecurityDefinitions map[string]Security             `json:"securityDefinitions"`
	Security            []map[string][]string           `json:"security"`
	ExternalDocs        Docs                            `json:"externalDocs"`
}

// Info says what it is about.
type Info struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	Version     string `json:"version"`
}

// Operation is a verb of a path.
type Operation struct {
	Tags        []string            `json:"tags"`
	Summary     string              `json:"summary,omitempty"`
	Description string              `json:"description,omitempty"`
	Produces    []string            `json:"produces,omitempty"`
	Parameters  []Parameter         `json:"parameters,omitempty"`
	Responses   map[string]Response `json:"responses"`
}

// Parameter is one of the address, of the headers or the body, or a reference to one.
type Parameter struct {
	Ref              string   `json:"$ref,omitempty"`
	Name             string   `json:"name,omitempty"`
	In               string   `json:"in,omitempty"`
	Description      string   `json:"description,omitempty"`
	Required         bool     `json:"required,omitempty"`
	Type             string   `json:"type,omitempty"`
	Format           string   `json:"format,omitempty"`
	Default          string   `json:"default,omitempty"`
	Enum             []string `json:"enum,omitempty"`
	Items            *Schema  `json:"items,omitempty"`
	CollectionFormat string   `json:"collectionFormat,omitempty"`
	Schema           *Schema  `json:"schema,omitempty"`
}

// Response is an answer, or a reference to one.
type Response struct {
	Ref         string  `json:"$ref,omitempty"`
	Description string  `json:"description,omitempty"`
	Schema      *Schema `json:"schema,omitempty"`
}

// Schema is the shape of a value.
type Schema struct {
	Ref                  string             `json:"$ref,omitempty"`
	Type                 string             `json:"type,omitempty"`
	Format               string             `json:"format,omitempty"`
	Description          string             `json:"description,omitempty"`
	Default              any                `json:"default,omitempty"`
	Enum                 []string           `json:"enum,omitempty"`
	MaxLength            int                `json:"maxLength,omitempty"`
	Items                *Schema            `json:"items,omitempty"`
	Properties           map[string]*Schema `json:"properties,omitempty"`
	AdditionalProperties *Schema            `json:"additionalProperties,omitempty"`
	Required             []string           `json:"required,omitempty"`
}

// Security is a way to say who asks.
type Security struct {
	Type        string `json:"type"`
	Name        string `json:"name"`
	In          string `json:"in"`
	Description string `json:"description"`
}

// Docs are to be read elsewhere.
type Docs struct {
	Description string `json:"description"`
	URL         string `json:"url"`
}
