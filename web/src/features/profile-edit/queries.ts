import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import { removePictures, uploadPicture, type ReportProgress } from '@/api/request/upload'
import type { Picture, ProfileValues, EditableProfile } from './schema'

export type PictureKind = 'avatar' | 'banner'
type Saving = { values: ProfileValues; onProgress: (kind: PictureKind, share: number) => void }

/** A profile with everything the form edits: one's own, or that of a party one manages. */
export function editableProfileQuery(profileId: string) {
  return queryOptions({
    queryKey: keys.profiles.editable(profileId),
    queryFn: ({ signal }): Promise<EditableProfile> =>
      request((data) =>
        data
          .from('profiles')
          .select(
            'id, role, name, title, headline, location, about, experience, skills, work_modes, availability, avatar_seed, avatar_url, banner_url, is_party',
          )
          .eq('id', profileId)
          .abortSignal(signal)
          .single(),
      ),
    // A refetch must not overwrite the form while the person edits it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Uploads new pictures, saves the profile and deletes the pictures it replaced. */
export function saveProfile(queryClient: QueryClient, before: EditableProfile, personId: string) {
  return mutationOptions({
    mutationFn: async ({ values, onProgress }: Saving) => {
      const [avatar_url, banner_url] = await Promise.all([
        store(values.avatar, `avatars/${before.id}`, (share) => onProgress('avatar', share)),
        store(values.banner, `banners/${before.id}`, (share) => onProgress('banner', share)),
      ])
      const old = [before.avatar_url, before.banner_url]
      const current = [avatar_url, banner_url]
      try {
        await writeProfile(before, { ...values, avatar_url, banner_url })
      } catch (error) {
        await discard(current, old)
        throw error
      }
      await discard(old, current)
    },
    onSuccess: () => invalidate(queryClient, after.profileChange(personId)),
  })
}

type Urls = Pick<EditableProfile, 'avatar_url' | 'banner_url'>

function writeProfile(before: EditableProfile, values: ProfileValues & Urls) {
  const { name, title, headline, location, about, avatar_seed, avatar_url, banner_url } = values
  const shared = { name, title, headline, location, about, avatar_seed, avatar_url, banner_url }
  const experience = values.experience === '' ? null : values.experience
  const { skills, work_modes } = values
  const availability = values.availability === '' ? null : values.availability
  const own = { experience, skills, work_modes, availability }
  const row = before.role === 'professional' ? { ...shared, ...own } : shared
  return request((data) => data.from('profiles').update(row).eq('id', before.id).select('id').single())
}

async function store(picture: Picture, prefix: string, onProgress: ReportProgress): Promise<string | null> {
  if (picture.blob === null) return picture.url
  return uploadPicture(`${prefix}-${Date.now()}`, picture.blob, onProgress)
}

/** A failed deletion of a picture is ignored: an unused picture does no harm. */
async function discard(
  unwanted: readonly (string | null)[],
  kept: readonly (string | null)[],
): Promise<void> {
  const urls = unwanted.flatMap((url) => (url === null || kept.includes(url) ? [] : [url]))
  await removePictures(urls).catch(() => undefined)
}
