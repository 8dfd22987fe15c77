/** The filter of the device list for the own devices of a company, without those of its subsidiaries. */
export const ofCompany = (id: number) => ({ company_id: String(id) })
