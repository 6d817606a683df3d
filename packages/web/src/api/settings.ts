/** Settings: read, set, set back. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, type InferResponseType } from './client.ts'
import { useAskAgain } from './subjects.ts'

export type Setting = InferResponseType<typeof api.settings.$get, 200>['settings'][number]

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async () => (await (await api.settings.$get()).json()).settings,
})

/** The value in use of one. */
export const settingQuery = (key: 'default_loop' | 'default_model') =>
  queryOptions({
    ...settingsQuery,
    select: (settings) => settings.find((each) => each.key === key)?.value,
    staleTime: 30_000,
  })

export type SettingChange = {
  readonly key: string
  /** Undefined goes back to the default. */
  readonly value: unknown
  /** The version that was seen: saved only when nobody saved meanwhile. */
  readonly seen?: number | null
}

async function changed({ key, value, seen }: SettingChange): Promise<Setting> {
  if (value === undefined) return (await api.settings[':key'].$delete({ param: { key } })).json()
  const headers = seen === undefined ? {} : { 'if-match': `"${seen ?? 0}"` }
  return (await api.settings[':key'].$put({ param: { key }, json: { value } }, { headers })).json()
}

/** Models are found by settings, and loops may be switched off by them: all of it is looked at anew. */
export function useChangeSetting() {
  const askAgain = useAskAgain()
  return useMutation({ mutationFn: changed, onSettled: () => askAgain(['settings'], ['models'], ['loops'], ['audit']) })
}
