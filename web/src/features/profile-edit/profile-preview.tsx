import { MapPin } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { useSkillLabels } from '@/api/directory/skills'
import type { ProfileForm } from './picture-fields'
import { usePreview } from './use-preview'
import { subtitleOf } from '@/lib/person/person'
import { Avatar, type AvatarKind } from '@/ui/avatar'
import { Card } from '@/ui/card'
import { ChipList } from '@/ui/chip'

/** The card as others find it, while it is being written. */
export function ProfilePreview({ form, kind }: { form: ProfileForm; kind: AvatarKind }) {
  const labels = useSkillLabels()
  const values = useWatch({ control: form.control })
  const avatar = usePreview(useWatch({ control: form.control, name: 'avatar' }))
  const { name = '', title = '', headline = '', location = '', skills = [] } = values
  return (
    <aside aria-labelledby="previa" className="flex flex-col gap-3 xl:sticky xl:top-24 xl:self-start">
      <h2 id="previa" className="text-sm font-semibold text-muted">
        Como os outros veem você
      </h2>
      <Card className="flex flex-col gap-4 p-5">
        <div className="flex items-start gap-4">
          <Avatar name={name} kind={kind} imageUrl={avatar} seed={values.avatar_seed} size="lg" />
          <div className="min-w-0">
            <p className="text-base font-semibold break-words">{name || 'Seu nome'}</p>
            <p className="text-sm break-words text-muted">{subtitleOf({ title, headline })}</p>
          </div>
        </div>
        {location !== '' && (
          <p className="flex items-center gap-1.5 text-sm text-muted">
            <MapPin className="size-4 shrink-0" aria-hidden />
            <span className="min-w-0 break-words">{location}</span>
          </p>
        )}
        {skills.length > 0 && <ChipList words={labels(skills)} max={4} />}
      </Card>
    </aside>
  )
}
