import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Row } from '@/api/tables'
import { pictureAddress } from '@/lib/text/address'
import { kindOf } from '@/lib/person/person'
import { classNames } from '@/lib/class-names'
import { Avatar } from '@/ui/avatar'
import { Codes } from '@/ui/codes'

type Head = Pick<Row<'profiles'>, 'role' | 'name' | 'location' | 'avatar_url' | 'avatar_seed' | 'banner_url'>

type ProfileHeadProps = { profile: Head; subtitle: string; facts?: ReactNode; action?: ReactNode }

/** Banner, picture, name and what one can do here. */
export function ProfileHead({ profile, subtitle, facts, action }: ProfileHeadProps) {
  return (
    <header className="overflow-hidden rounded border border-line bg-raised">
      <div className="h-32 bg-sunken sm:h-44">
        {profile.banner_url && (
          <img src={pictureAddress(profile.banner_url)} alt="" className="size-full object-cover" />
        )}
      </div>
      <div className="flex flex-col gap-4 px-5 pb-5 sm:flex-row sm:items-end sm:justify-between">
        <div className="flex min-w-0 flex-col gap-3 sm:flex-row sm:items-end sm:gap-5">
          <Avatar
            name={profile.name}
            kind={kindOf(profile)}
            imageUrl={profile.avatar_url}
            seed={profile.avatar_seed}
            size="xl"
            className={classNames(
              '-mt-12 border-4 border-raised',
              kindOf(profile) === 'person' ? 'rounded-full' : 'rounded',
            )}
          />
          <div className="min-w-0">
            <h1 tabIndex={-1} className="text-2xl font-semibold break-words">
              <Codes text={profile.name} />
            </h1>
            <p className="text-muted">{subtitle}</p>
            <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
              <span className="inline-flex max-w-full items-center gap-1.5">
                <MapPin className="size-4" aria-hidden />
                <span className="min-w-0 break-words">
                  {profile.location === '' ? 'Localização não informada' : profile.location}
                </span>
              </span>
              {facts}
            </div>
          </div>
        </div>
        {action}
      </div>
    </header>
  )
}
