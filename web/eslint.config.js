import js from '@eslint/js'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import { readdirSync } from 'node:fs'
import tseslint from 'typescript-eslint'

// Imports point one way: app → pages → features → ui, api, lib. Crossing a
// folder always goes through '@/…', so a rule on that text is enough.
const relative = { group: ['../*'], message: 'Cross folders with @/…; ./ stays inside one folder.' }

const compiling = {
  regex: '^zod(/.*)?$',
  allowTypeImports: true,
  message: 'Take z from @/lib/zod, which compiles no code.',
}

function forbid(folders, message) {
  return { group: folders.flatMap((folder) => [`@/${folder}`, `@/${folder}/**`]), message }
}

function boundary(files, ...patterns) {
  return {
    files,
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [relative, compiling, ...patterns] }],
    },
  }
}

// Keys are in one file, and what follows from a change in another, so that one can see who reads what.
const cacheKeys = [
  {
    selector:
      ':matches(Property[key.name=/^(queryKey|mutationKey)$/], CallExpression[callee.name="countedPages"], CallExpression[callee.property.name=/^[gs]etQuer(y|ies)Data$/]) > ArrayExpression',
    message: 'Keys of the query cache are written in api/keys.ts.',
  },
  {
    selector: 'CallExpression[callee.property.name=/^(invalidate|refetch|remove|reset)Queries$/]',
    message: 'Say what happened: invalidate(queryClient, after.…) of api/invalidation.ts.',
  },
]

// Amounts are whole centavos; only lib/money.ts turns them into text and back.
const NOT_HERE = 'lib/money.ts alone'
const floats = [
  {
    selector: ':matches(CallExpression, NewExpression)[callee.name=/^(parseFloat|Number)$/]',
    message: `No fraction comes in this way: amounts are read by ${NOT_HERE}, counts by Number.parseInt.`,
  },
  {
    selector: 'MemberExpression[property.name=/^(parseFloat|toFixed|toPrecision)$/]',
    message: `Amounts are read and written by ${NOT_HERE}.`,
  },
  {
    selector: 'Property[key.name="style"] > Literal[value="currency"]',
    message: `Reais are written by ${NOT_HERE}.`,
  },
  {
    selector:
      'BinaryExpression[operator=/^([/%]|\\*\\*)$/] > :matches(Identifier[name=/([cC]ents|[aA]mount)$/], MemberExpression[property.name=/([cC]ents|[aA]mount)$/])',
    message: `Amounts are divided by ${NOT_HERE}, without a remainder.`,
  },
]

const features = readdirSync(new URL('./src/features', import.meta.url))
const featureBoundaries = features.map((name) =>
  boundary(
    [`src/features/${name}/**`],
    forbid(['app', 'pages', 'dev'], 'A feature knows neither pages nor the shell.'),
    {
      group: ['@/features/*/**', `!@/features/${name}/**`],
      message: 'A feature never imports another feature: compose them in a page.',
    },
  ),
)

export default tseslint.config(
  {
    ignores: [
      'dist',
      'node_modules',
      'src/api/schema.ts',
      'src/api/codes.ts',
      'src/api/limits.ts',
      'src/api/rates.ts',
      'src/api/words.ts',
      // Programs of integrators: a browser test runs them.
      'src/features/guide/examples',
      'src/lib/routes.ts',
    ],
  },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  reactHooks.configs.flat.recommended,
  jsxA11y.flatConfigs.strict,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [relative] }],
      // Short inner closures stay arrows; everything with a name of its own is declared.
      // `_` marks a value that is taken out of the way on purpose.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'func-style': ['error', 'declaration', { allowArrowFunctions: true }],
      // Stand-ins for browser interfaces and "nothing to undo" are empty on purpose.
      '@typescript-eslint/no-empty-function': ['error', { allow: ['methods', 'arrowFunctions'] }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      // Off: object types are written either way; the difference means nothing here.
      '@typescript-eslint/consistent-type-definitions': 'off',
      // Numbers read well inside template strings; everything else stays forbidden.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `onClick={() => close()}` is the plain way to drop an event.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // React awaits nothing of an event handler, and forms hand over async ones.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  boundary(
    ['src/lib/**'],
    forbid(['app', 'pages', 'features', 'ui', 'api', 'dev'], 'lib depends on nothing.'),
  ),
  boundary(['src/api/**'], forbid(['app', 'pages', 'features', 'ui', 'dev'], 'api depends on lib only.')),
  boundary(
    ['src/ui/**'],
    forbid(['app', 'pages', 'features', 'api', 'dev'], 'ui knows no data and no business.'),
  ),
  boundary(['src/pages/**'], forbid(['app', 'dev'], 'A page does not know the shell around it.')),
  ...featureBoundaries,
  {
    files: ['src/**'],
    rules: { 'no-restricted-syntax': ['error', ...cacheKeys, ...floats] },
  },
  {
    files: ['src/api/keys.ts', 'src/api/invalidation.ts'],
    rules: { 'no-restricted-syntax': ['error', ...floats] },
  },
  { files: ['src/lib/money.ts'], rules: { 'no-restricted-syntax': ['error', ...cacheKeys] } },
  {
    files: ['**/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { URL: 'readonly' } },
  },
)
