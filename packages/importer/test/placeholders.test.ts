import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isPlaceholder } from '../src/names/placeholders.ts';

it('words for guests, relatives, roles and empty cells are placeholders, and names that have such words are not', () => {
  const texts = 'Invitada,Guest,Sustituto,Suplente 2,NN,Convidado,Ospite,Jogador B,Joueur 3,Invité,Player 4';
  for (const text of texts.split(',')) assert.equal(isPlaceholder(text), true, text);
  const more =
    'Jugador invitado,Invitado de Ana,Invitada de Ana Ruiz,Guest of Ana,Guest player 2,Convidado do Rui,Sin nombre,Sem nome,No name,' +
    'No identificado,Não identificado,Unidentified,Sub,SUB 2,Sub de Ana,Bye,Comodín,Curinga,Vacante,Vaga,Jugador X,Player X,Jug. 2,' +
    'Inv. 1,Inv,Amigo de Rui,Friend of Ana,Por confirmar,A definir,Nadie,Alguien,Pendiente,N/A,TBC,Suplente de Eva';
  for (const text of more.split(',')) assert.equal(isPlaceholder(text), true, text);
  const guests =
    'Sam (Guest);Sam (invitado);Invitado Sam;Sam - invitada;Guest: Sam;Sam guest;Sam (invité);Sam (ospite);Sam (Gast);Gast Sam;Sam (convidat);' +
    'Convidada Rita;Sam (amigo);Sam (friend of Ana);Gast von Ana;Convidat de l’Ana;Guest of Ana [1];Ana +1 (guest);Ana (+1);+1 de Ana;Amiga d’Ana';
  const relatives =
    'Partner of Ana;Pareja de Ana;Hermano de Luis;Irmã do Rui;Filha da Rita;Fratello di Luca;Frère de Luc;Bruder von Max;Germana d’Ana;' +
    "Ana’s friend;Ana's brother;Bea (partner of Ana);Wife of Tom;Novio de Eva";
  const roles = 'Coach;Monitor 1;Profesor;Entrenador;Trainer;Árbitro;Spieler 2;Equipo 1;Pareja B;Staff';
  const empty =
    'null;NULL;None;NaN;undefined;N/A;#N/A;n.a.;(blank);(vacío);Vazio;En blanco;Not available;No player;Sin jugador;#REF!;0;xxx;Unbekannt;' +
    'Niemand;Ningú;Nessuno';
  for (const text of [guests, relatives, roles, empty].join(';').split(';'))
    assert.equal(isPlaceholder(text), true, text);
  for (const text of [
    'Jugador',
    'Gaston Gil',
    'Eva Hermano',
    'Sonia de la Peña',
    'Mariano da Silva',
    'Primitivo Ruiz',
    'Ana Null',
    'Noa Blank',
    'Diana O’Sister',
    'Ana (Chus) Ruiz',
    'Trainer Ruiz',
    'X. Gil',
    'Noa N.',
    'Reservas Gil',
    'Amigo Ruiz',
    'Inv Gil',
    'Bye Olsen',
    'Libre Mas',
  ])
    assert.equal(isPlaceholder(text), false, text);
});
