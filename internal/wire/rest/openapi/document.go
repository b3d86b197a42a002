package openapi

// Document is an OpenAPI 2.0 document: https://swagger.io/specification/v2/.
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

// Info describes the API.
type Info struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	Version     string `json:"version"`
}

// Operation is a method of a path.
type Operation struct {
	Tags        []string            `json:"tags"`
	Summary     string              `json:"summary,omitempty"`
	Description string              `json:"description,omitempty"`
	Produces    []string            `json:"produces,omitempty"`
	Parameters  []Parameter         `json:"parameters,omitempty"`
	Responses   map[string]Response `json:"responses"`
}

// Parameter is a parameter in the path, query, header or body, or a reference to one.
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

// Response is a response, or a reference to one.
type Response struct {
	Ref         string  `json:"$ref,omitempty"`
	Description string  `json:"description,omitempty"`
	Schema      *Schema `json:"schema,omitempty"`
}

// Schema is a JSON schema.
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

// Security is an authentication scheme.
type Security struct {
	Type        string `json:"type"`
	Name        string `json:"name"`
	In          string `json:"in"`
	Description string `json:"description"`
}

// Docs links to external documentation.
type Docs struct {
	Description string `json:"description"`
	URL         string `json:"url"`
}
