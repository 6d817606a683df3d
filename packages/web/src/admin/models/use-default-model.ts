/** Making a model the default one, with a way back. */
import { useQuery } from '@tanstack/react-query'
import { modelsQuery } from '../../api/models.ts'
import { settingsQuery, useChangeSetting } from '../../api/settings.ts'
import { tell, tellFailure } from '../../ui/toasts.tsx'

const key = 'default_model'

export function useDefaultModel() {
  const setting = useQuery(settingsQuery).data?.find((each) => each.key === key)
  // One that was found is in use as well as one that was set.
  const standard = useQuery(modelsQuery).data?.default.name
  const change = useChangeSetting()
  const isFixed = setting?.source === 'config' || setting?.source === 'environment'
  const before = setting?.source === 'store' ? setting.value : undefined
  const use = (name: string, onDone?: () => void) =>
    change.mutate(
      { key, value: name },
      {
        onSuccess: () => {
          tell(`New sessions use ${name}`, () =>
            change.mutate({ key, value: before }, { onError: (error) => tellFailure('Undo', error) }),
          )
          onDone?.()
        },
        onError: (error) => tellFailure('Setting the default model', error),
      },
    )
  return { use, isBusy: change.isPending, isFixed, standard }
}
