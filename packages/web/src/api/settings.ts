/** Settings: read, set, set back. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type InferResponseType } from './client.ts'
import { useMe } from './me.ts'

export type Setting = InferResponseType<typeof api.settings.$get, 200>['settings'][number]

export const settingsQuery = queryOptions({
  queryKey: ['settings', 'all'],
  queryFn: async () => (await (await api.settings.$get()).json()).settings,
})

/** Whether who looks runs the server: settings are the same for all owners. */
export function useIsOperator(): boolean {
  const { owner, role, personas } = useMe()
  return owner === 'local' && role === 'admin' && personas === null
}

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
  const queries = useQueryClient()
  return useMutation({
    mutationFn: changed,
    onSettled: () =>
      Promise.all([['settings'], ['models'], ['loops']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}
