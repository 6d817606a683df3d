/** Which models of the AI SDK can be called: the interface changes from one version to the next. */
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { GyreError } from '@gyre/core'

type Specified = Pick<LanguageModelV4, 'provider'> & { readonly specificationVersion: string }
type Kind = 'a language model' | 'an embedding model'

/** The major versions of the packages that speak it. */
const packages: Readonly<Record<string, string>> = {
  openai: '@ai-sdk/openai@4',
  anthropic: '@ai-sdk/anthropic@4',
  google: '@ai-sdk/google@4',
  mistral: '@ai-sdk/mistral@4',
}

/** Fails with what to install. */
export function requireV4(id: string, kind: Kind, { specificationVersion: version, provider }: Specified): void {
  if (version === 'v4') return
  const [name = ''] = provider.split('.')
  const known = Object.hasOwn(packages, name) ? packages[name] : undefined
  const fix = known ? `npm install ${known}` : `install a version of the package of \`${name}\` that speaks v4`
  const message = `\`${id}\` is ${kind} of the AI SDK by specification ${version}; v4 is needed: ${fix}`
  throw new GyreError('model-unknown', message, { model: id, version })
}
