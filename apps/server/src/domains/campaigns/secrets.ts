import type { Db } from '../../db/client.ts'
import type { Seal } from '../../seal.ts'
import { storeRetained } from '../actions/secrets.ts'
import type { CampaignTarget } from './change.ts'
import type { CampaignKind } from './hooks.ts'
import { type CampaignRow, changeCampaign } from './store.ts'

type Kinds = readonly CampaignKind[]
type Sealed = Pick<CampaignRow, 'kind' | 'arg' | 'sealed' | 'state'>

const secretsOf = (kinds: Kinds, { kind }: Sealed) => kinds.find((one) => one.kind === kind)?.secrets

/** Names of the secret values that a campaign requires and that were wiped at its end. */
export const wipedSecrets = (kinds: Kinds, campaign: Sealed): string[] =>
  campaign.sealed === null && campaign.state !== 'draft' ? (secretsOf(kinds, campaign)?.names(campaign.arg) ?? []) : []

/**
 * Restores the secret values that devices of a retry lost at the end of the campaign, from values that are entered
 * again. They stay for other retries until the campaign ends once more. Throws a Problem if one is missing.
 */
export async function restoreSecrets(
  { kinds, seal }: { kinds: () => Kinds; seal: Pick<Seal, 'seal' | 'open'> },
  db: Db,
  campaign: CampaignRow,
  devices: readonly Pick<CampaignTarget, 'target_id'>[],
  given: readonly { name: string; value: string }[] = [],
): Promise<void> {
  const secrets = secretsOf(kinds(), campaign)
  if (!secrets || secrets.names(campaign.arg).length === 0) return
  const { id, arg, sealed } = campaign
  const secret = sealed === null ? await secrets.from(db, arg, given) : seal.open(sealed)
  if (sealed === null) await changeCampaign(db, id, { sealed: seal.seal(secret) })
  const targets = devices.flatMap(({ target_id }) => target_id ?? [])
  await storeRetained(db, seal, targets, secret)
}
