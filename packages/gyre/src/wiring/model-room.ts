/** The models of a place: by name, by tier, as objects of a config, and the one that is used when nobody names one. */
import type { KeyValue, Model, SettingValues } from '@gyre/core'
import { type Detection, detectModel, learnedCapabilities, type ReadyModelOptions, readyModel } from '@gyre/models'
import type { EffectiveConfig } from '../config/effective-config.ts'
import type { Environment } from '../config/environment.ts'

export type ModelRoomOptions = {
  readonly env: Environment
  readonly config: Pick<EffectiveConfig, 'models' | 'providers' | 'limits' | 'timeouts'>
  readonly settings: Pick<SettingValues, 'default_model' | 'prices' | 'fallbacks' | `tier.${keyof Tiers}`>
  readonly keyValue: KeyValue
  readonly fetch?: typeof globalThis.fetch
}

type Tiers = { local: string; light: string; medium: string; heavy: string }

export class ModelRoom {
  readonly #options: ModelRoomOptions
  readonly #ready: ReadyModelOptions
  #detected: Promise<Detection> | undefined

  constructor(options: ModelRoomOptions) {
    const { env, config, settings, keyValue } = options
    this.#options = options
    this.#ready = {
      env,
      providers: config.providers,
      limits: config.limits,
      ...(config.timeouts.firstPartMs !== undefined && { firstPartMs: config.timeouts.firstPartMs }),
      ...(config.timeouts.callMs !== undefined && { callMs: config.timeouts.callMs }),
      prices: settings.prices,
      fallbacks: settings.fallbacks,
      keyValue,
      learned: learnedCapabilities(keyValue),
    }
  }

  /** A model by its name or tier; fails with what is wrong with the name. */
  find(name: string): Model {
    const { config } = this.#options
    const meant = this.#tier(name) ?? name
    const given = config.models.get(meant)
    if (given)
      return 'stream' in given
        ? given
        : readyModel(given as Exclude<Parameters<typeof readyModel>[0], string>, { ...this.#ready, id: meant })
    return readyModel(meant, this.#ready)
  }

  /** Which model is used when nobody names one, and why. */
  detect(): Promise<Detection> {
    const { env, settings, keyValue, fetch } = this.#options
    this.#detected ??= detectModel({ env, setting: settings.default_model, keyValue, ...(fetch && { fetch }) })
    return this.#detected
  }

  async default(): Promise<Model> {
    return this.find((await this.detect()).name)
  }

  /** What a tier stands for. One that nobody set is the default model, as far as a setting names it. */
  #tier(name: string): string | undefined {
    const { settings } = this.#options
    if (!isTier(name)) return undefined
    return settings[`tier.${name}`] || settings.default_model || undefined
  }
}

function isTier(name: string): name is keyof Tiers {
  return name === 'local' || name === 'light' || name === 'medium' || name === 'heavy'
}
