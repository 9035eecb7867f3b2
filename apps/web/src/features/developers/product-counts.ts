import { counted } from '../../ui/counted.ts'

/** "7 apps · 1 service". A count of 0 is left out. */
export const productCounts = ({ applicationCount, serviceCount }: { applicationCount: number; serviceCount: number }): string =>
  [applicationCount > 0 && counted(applicationCount, 'app'), serviceCount > 0 && counted(serviceCount, 'service')]
    .filter(Boolean)
    .join(' · ')
