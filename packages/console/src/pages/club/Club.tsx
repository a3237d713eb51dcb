import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { chooseZone, clubQuery } from '../../club.ts';
import { texts } from '../../language.ts';
import { Form } from '../../parts/Action.tsx';
import { Field, Select, textOf } from '../../parts/Field.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page, Tile } from '../../parts/Page.tsx';
import { needs, useForbidden } from '../../rights.ts';

const t = texts('console.club.club');

/** Browsers leave out `UTC`. */
const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

export function Club() {
  const club = useQuery(clubQuery);
  const forbidden = useForbidden(needs.managePeople);
  const [isSaved, setSaved] = useState(false);
  return (
    <Page title={t('title')}>
      <Loaded query={club}>
        {({ name, time_zone: zone }) => {
          const isSuggested = zone === 'UTC' && OWN_ZONE !== 'UTC' && !isSaved && forbidden === null;
          return (
            <Tile title={t('shown')} note={t('zone_note')}>
              <Form
                submit={t('save')}
                forbidden={forbidden}
                changes={['club', 'me']}
                onSubmit={(values) => {
                  setSaved(false);
                  return bandeja().service.changePartner({
                    name: textOf(values, 'name'),
                    time_zone: textOf(values, 'zone'),
                  });
                }}
                onDone={(changed) => {
                  chooseZone(changed.time_zone);
                  setSaved(true);
                }}
              >
                <Field label={t('name')} name="name" defaultValue={name} required maxLength={80} autoComplete="off" />
                <Select label={t('zone')} name="zone" defaultValue={isSuggested ? OWN_ZONE : zone}>
                  {(ZONES.includes(zone) ? ZONES : [zone, ...ZONES]).map((one) => (
                    <option key={one} value={one}>
                      {one.replaceAll('_', ' ')}
                    </option>
                  ))}
                </Select>
                {isSuggested && <p>{t('suggested', { zone: OWN_ZONE.replaceAll('_', ' ') })}</p>}
                {isSaved && <p role="status">{t('saved')}</p>}
              </Form>
            </Tile>
          );
        }}
      </Loaded>
    </Page>
  );
}
