import { expect, it } from 'vitest'
import { requirePackage } from './provider-package.ts'
import { providers } from './providers.ts'

it('says how to install a package that is missing', () => {
  expect(() => requirePackage('acme/one', '@ai-sdk/not-there')).toThrow(
    expect.objectContaining({
      code: 'provider-missing',
      message: '`acme/one` needs the package @ai-sdk/not-there: npm install @ai-sdk/not-there',
    }),
  )
})

it('finds the packages of all providers here', () => {
  const names = providers.flatMap((provider) => provider.package ?? [])
  expect(names).toHaveLength(8)
  for (const name of names) expect(() => requirePackage('any/one', name)).not.toThrow()
})
