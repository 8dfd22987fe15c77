import * as z from 'zod/mini'
import { formSchema } from '../forms/schema.ts'
import { companyId, id } from '../ids.ts'
import { time } from '../time-schemas.ts'
import { editCompanyForm, moveCompanyForm, newCompanyForm } from './forms.ts'

/** Devices that are online and offline; the others are pending or were never activated. */
const healthSchema = z.object({ devices: z.int(), online: z.int(), offline: z.int() })

/** Health of a company's own devices, and of all in its subtree that the caller sees. */
const subtreeHealthSchema = z.object({ own: healthSchema, all: healthSchema })

export type Health = z.infer<typeof healthSchema>
export type SubtreeHealth = z.infer<typeof subtreeHealthSchema>

export const companySchema = z.object({
  id: companyId(),
  name: z.string(),
  /** 1 to 3; companies of level 3 have no children. */
  level: z.int(),
  /** 0 is the platform owner. */
  parent_id: z.nullable(companyId()),
  parent_name: z.nullable(z.string()),
  users_count: z.int(),
  devices_count: z.int(),
  /** Number of direct subsidiaries. */
  subsidiaries_count: z.int(),
  created_at: time(),
})

/** Flags of a company. The texts of the console explain each. */
export const companyFlagsSchema = z.object({
  /** Its users see prices and payment. */
  show_payment: z.boolean(),
  /** Hidden, with its subtree, in the tree of those above who may not change flags; lists show it. */
  hide_from_tree: z.boolean(),
})

export type CompanyFlags = z.infer<typeof companyFlagsSchema>

export const companyFlagNames = Object.keys(companyFlagsSchema.shape) as (keyof CompanyFlags)[]

export const companyDetailsSchema = z.extend(companySchema, {
  /** Ancestors that the caller sees, from the top. */
  ancestors: z.array(z.object({ id: id('company'), name: z.string() })),
  /** Size of the subtree that the caller sees, which moves along. */
  below: z.object({ companies: z.int(), devices: z.int(), users: z.int() }),
  flags: companyFlagsSchema,
  health: subtreeHealthSchema,
})

export type CompanyDetails = z.infer<typeof companyDetailsSchema>

export const treeCompanySchema = z.object({
  id: id('company'),
  name: z.string(),
  level: z.int(),
  /** Null at the top of the caller's tree. */
  parent_id: z.nullable(id('company')),
  devices_count: z.int(),
  users_count: z.int(),
  subsidiaries_count: z.int(),
  /** Depth of its subtree, which must not exceed the last level after a move. */
  levels_below: z.int(),
  hide_from_tree: z.boolean(),
  health: subtreeHealthSchema,
  /** False for an ancestor of a match. */
  matched: z.boolean(),
})

export type TreeCompany = z.infer<typeof treeCompanySchema>

export type Company = z.infer<typeof companySchema>

/** Depth of the tree: a company of the last level has no subsidiaries. */
export const companyLevels = 3

export const newCompanySchema = formSchema(newCompanyForm)

export const companyChangeSchema = formSchema(editCompanyForm)

export const companyMoveSchema = formSchema(moveCompanyForm)
