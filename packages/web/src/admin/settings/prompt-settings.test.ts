import { describe, expect, it } from 'vitest'
import { promptId } from '../../../../core/src/catalog/prompt-ids.ts'
import { promptSettings, textInUse } from './prompt-settings.ts'

describe('a setting that is a prompt', () => {
  it.each(promptSettings)('$key is kept as $prompt', ({ key, prompt }) => {
    expect(promptId(key)).toBe(prompt)
  })

  it('says which text is in use', () => {
    expect(textInUse({ isDefault: true, version: null })).toBe('default')
    expect(textInUse({ isDefault: false, version: 3 })).toBe('version 3')
    // Somebody went back to the default by a version of its own.
    expect(textInUse({ isDefault: true, version: 4 })).toBe('default')
  })
})
