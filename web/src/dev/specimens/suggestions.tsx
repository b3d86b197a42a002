import { Held, LONG_NAME, type Specimen } from '@/dev/specimen'
import { Field } from '@/ui/field'
import { SuggestInput } from '@/ui/suggest-input'

const CITIES = [
  { value: 'Bonito/BA', label: 'Bonito/BA' },
  { value: 'Bonito/MS', label: 'Bonito/MS' },
  { value: LONG_NAME, label: LONG_NAME },
]

export const SUGGESTIONS: readonly Specimen[] = [
  {
    id: 'suggest-input',
    of: 'ui/suggest-input',
    states: [
      {
        name: 'digite para ver sugestões, uma longa',
        show: (
          <Held<string> first="">
            {(value, onChange) => (
              <Field name="cidade" label="Cidade" optional>
                <SuggestInput
                  value={value}
                  onValueChange={onChange}
                  onChoose={onChange}
                  suggestions={CITIES}
                  placeholder="Ex.: Jundiaí"
                />
              </Field>
            )}
          </Held>
        ),
      },
    ],
  },
]
