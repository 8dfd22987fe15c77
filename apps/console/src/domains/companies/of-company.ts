/** The filter of the device list for the own devices of a company, without those of its subsidiaries. */
export const ofCompany = (id: number) => ({ company_id: String(id) })

/** The context of a company, which is the only filter with the devices of its subsidiaries. */
export const withinCompany = (id: number) => ({ within: String(id) })
