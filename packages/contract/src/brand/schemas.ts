import * as z from 'zod/mini'
import { neutralBrand } from './neutral.ts'

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

/** The brand file (spec §1): every name that a customer sees. Missing entries use the neutral default. */
export const brandSchema = z.object({
  /** True for the brand with which the product ships. */
  default: z._default(z.boolean(), neutralBrand.default),
  company_name: z._default(text(100), neutralBrand.company_name),
  app_name: z._default(text(40), neutralBrand.app_name),
  full_app_name: z._default(text(100), neutralBrand.full_app_name),
  /** Main colour, `#rrggbb`. */
  color: z._default(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'must be #rrggbb')), neutralBrand.color),
  /** URLs of images, absolute or relative to the console's own. */
  logo: z._default(z.nullable(text(500)), neutralBrand.logo),
  /** Beside a collapsed navigation; defaults to `logo`. */
  logo_collapsed: z._default(z.nullable(text(500)), neutralBrand.logo_collapsed),
  favicon: z._default(z.nullable(text(500)), neutralBrand.favicon),
  notice: z._default(z.nullable(text(2000)), neutralBrand.notice),
  support_contact: z._default(z.nullable(text(200)), neutralBrand.support_contact),
  /**
   * Terms that every user agrees to: their text, or a link to it. Users are asked again if the date is later than their
   * agreement.
   */
  terms: z._default(
    z.nullable(
      z
        .object({
          date: z._default(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be YYYY-MM-DD')), '2023-01-18'),
          text: z._default(z.nullable(text(5000)), null),
          url: z._default(z.nullable(z.url({ protocol: /^https?$/ })), null),
        })
        .check(z.refine(({ text, url }) => text !== null || url !== null, 'needs a text or a url')),
    ),
    neutralBrand.terms,
  ),
  /** Name of the CSRF cookie: several consoles at one host need different ones. */
  csrf_cookie: z._default(
    z.string().check(z.regex(/^([A-Za-z0-9]+-){0,3}XSRF-TOKEN$/, 'must end with XSRF-TOKEN'), z.maxLength(60)),
    neutralBrand.csrf_cookie,
  ),
  buy_link: z._default(z.nullable(z.url()), neutralBrand.buy_link),
  showData: z._default(z.boolean(), neutralBrand.showData),
  disabled_routes: z._default(z.array(z.string()), neutralBrand.disabled_routes),
  models: z._default(
    z.array(
      z.object({ original_model: z.string(), branded_model: z.string(), branded_model_image: z.optional(z.string()) }),
    ),
    neutralBrand.models,
  ),
  series: z._default(z.array(z.object({ original: z.string(), branded: z.string() })), neutralBrand.series),
})

export type Brand = z.output<typeof brandSchema>
