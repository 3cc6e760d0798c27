// @ts-nocheck
/*
  Sudoku puzzles of known level for ever, offline. Made by Seedoku.
  MIT License, (c) 2026 The Seedoku authors: keep this line, no warranty.

  generate(level, seed): seed is a whole number from 0 to 2^53 - 1.
  Every puzzle has one solution, and its true level (by Sudoku Explainer's ER).
  The same level and seed give the same puzzle in every language. No two seeds
  below the number of puzzles of the level give the same; then they start again.

  level, and how many different puzzles:
  1 Beginner  11123357736960000
  2 Easy      3471706612039680
  3 Gentle    727741870571520
  4 Moderate  437620320829440
  5 Tricky    351071455150080
  6 Hard      275493572444160
  7 Very hard 392517390827520
  8 Fiendish  213324668928000
  9 Extreme   198696691630080
*/
const ALPHABET = "!#%&'()*+,-./0123456789:;=>@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~";
const ODDS = "g-!1%.&Cu%F&!gG(AC)-6IM%A9!/-+M&d%KZ&C}&@-j1!+K,6'-0!!'@#>q!~4!hU4a#!).!S-!7#=*!M"; // of a clue, for each cell
const ORBIT = "!#%&'()*+,-./0123456789:;=>@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvw"; // first cell of those that symmetry exchanges
const SEEDS = "Lsyqr%!;eF9b=oju7H(4=A5Bxt*Hn1hr4dBxztZy(7PkfNG]Vpf)5ge>~:1}Ht{uFg&S/UzoqaHi/'NxE,I>dE[CXPm%E;g*A,sqB,x9Cb;zh>^XSGNx8-{rdWp)>u_Iw>HHc#&os'{R0/By,O7a*vWyyXrSWhs~KCP&BbWY6cmgFu:x|ZbrY13!fO:%}sDX;}oF.sr^BWBh'wxI3c37qTd)GuFZHS@it}>[:8._h7TR]tp5(0#|>>T;CIwoQ(~suvTp1{17Y[or>8F}P%IQ^k0l(XKO%Lv.cx'ut5:Hkk#332&5Y^RaAl1;,#Wfr9{SU&ph]u_%CD)G&^-C@|';N;kd%uXSi%OyjQu|#FZ[:EF|l[;bX*Q[CfZ(y+,p}@Tu~4o}0%^rhOC1U=>Z'{E1RPd#w6W]8C'8N+pkfH)ci_3lbpDQ_{.xDDTBA50Yl0Q1tD^0Cf&Ri-pUrJ6V^^krVLbP!;}(z#3I-wQ>7evX&(sF,x.u#}n,-n:}ye9M_ylYBnHaquHMC!Xv^#ojJQ*'_fgE0O;o1mbu0/dvj=RUwhPOJG(Z8=mjc6_,eVO'e,E[)F=g(NFA9nytIScQ5H9AB(}arZ6ImEM46NAz*kYp7^#FCWjx13#,C>P*L;3R5f(tjQSW*EIqi/'@Lai]!.cQo}GVz;%SMn^i*yj1NqM;0o'oUjn->iAX-*|2D|;T+Ly{)z9E8uh=~GK0AIZ{3#Ub#c|%7fm@-W0L~[zl=g]bS_1.^jhhhYJcHEh0UtU]CkE^zpsfmp@#wd3}K(+tQZ5FG~6@6)k7'*>kJf-{-R)Qq#,T:}N!1~Grz@+TdoE71/0)))F'_)1bVT05FC%(hh!aIp,4-,:}P/PK@I}nMxO=^qySrpnF@Tk3iq{Z'H9geVn'GG~DMx45-q_UW1rHz3pCovN0^/%D(2JDO@6c^ZcBBHykcDQ_dq{TW=s[Nv*6EHc.-m[o@!Il}(&==nb|v}LM93;s&6ty(d]QP;u|aee(=8D;Q4|r@BfuQYf}:GV'8JCudqjc48l%M/UP=yPSjEa{*/G}B+oNz6AJHE'9*-QB8(mCgy8Z0g65JwD2Hkg5cRY1/o#cpt]Ob6&bFd,ugg8z+#,#l1KA(u)J*rFKYu&p]H>5A}AgZG@y,94~yA/xOWs1}+j4WBIdVrw,5m5.S1+pSFzhere>c1UZ2DhL3#-g{Qb2+wpG#]H/U,QaR~o~-.Oh9eni=4Ka:.2@i}hD=ND%V_J}+RPbH+jNjIgxb'whXZ)QXk[SPf:OUd,8kv~dXEv~4)]iq8qYQJG9q*Tfx:VqrzQ>^;82%[M^NfZ9rq'8ZPar0P}iSTU5YVw+Q9'p|Vv5a}r|6]=5apl.MxlPL[}0BBw/e|rv0jYp%^U7F1gBa+ULZiJ|7rAKVZW:2ahVcvp>xWWS^acyLouQ9|l-cnem_2B5jy^~,xY9SW~k4kyW;[-S6Ikwwo*NIRM#A.4&JeYad]QA2c4x8Y1M>9XiYy4s}kkJ2e,k8)syv1v2JeB^{g{(JeV))kYlyL3CHw%ignM@(xUZb0L8idw%%>QqBe_=k:6GApgcfBkqo(KBwweQ=n5kcS9j*p9a8jX.:#==v4-Au~h.znrB{@;@{>1|W2]=-Nx,8#=MlJJ7AyN.yLPq5-wGG1RNVV}VyzBFpaTsQhRUgU!U6&X4P]'C*%1_LTC%EoR@iVE7jSL7gtr+I*O[Xt']FW;r-}a||fOnm'.|*w=Ec,y8~X#');;U'%@nMyW^xRpoCD8ggHX!1tvGf=g-g+!n5)NU7pebnqpZ3)R'sO~.aMBsjp#9:i5V:>Jf)G54^06-BTw%,{v)o[gz/Im4nH{u-Evt^^-flUxPDR=U7;=3Q+MM.%yz9oZzBF}3.;a7!HgbpHa>qUupbK[L!bw^f!66XaRN5^KC7#@3)5y7_-%%1}YippJA[-Vz76rtbkG3xw=9{(r/.m*3^N7/U'-@%.NX71.'f(IGt%A6aG}Mqmk5;eniyZwfX+Ac(wWPv~zq9ku7xTO|f1gp%_lGlpl:UUiNG:YGdCEg:|s/-ZKlt_WTddc38,N'}Rj[:C987t8'*R_z+LNRQWHW+p2uCMtCV-{)=0a(wtm|/9z9qf8x-%_042HW>zMbQGtoL|+3>-Rv.2(|Bmu60KdA+clT2}2!-Wers@_~Z9f'OMR*mcc#S6(SlHsvd-ccApncfK@M:*;FH)NQC]Wu&%%z00@7mz2mKkgFJA-]#p|]n|OZ(K}=5*2C!V.zA}sE3VbV2iox>j^o~c>l|T)/|eBuj:Vh7D;Rj6h=,{yEVMZ6(Iq:&g-vW&z=htsNYd.Fy)*LJA(>f0U[kn.6Xp&c}Q(@>0USH})&6~AG-SF=QkU2TA*>'|J7}AL-l_{l{T>ysx*pM(zs83)h@[;&Ehnw9_5CJ[q}cAcIH^A3jQ|BX)R~7OU}di^*gwPfeOBk>/PGR*d^cc;xyZ][3k/#I_VV/lLb=Ydf1o>RtvPvxSArd(w,Y;)VR_sq(9ajr!)igOF7eib_|ErVo4Z,#*'n#:OLc8iT=B9%spoIq&}h){mI=+4)YtghUwtn@AMY,=wfQXN^-G~WQ>#(-dO[@nXEUO8H}c920KP[vzpi%l)Et6LqyR^V[X+swof!&EFTY=F~sdF~@Zq7VZm|7UN{H*+[>-159Rqb'ETY;>4,jt~7'~1X(@[K]'xB5#R*o4HxPT36^ph@OvY>PH&-6|kKrOD29B,S&J&GVAN0R%le5y(7bi@3!kQh/eABOUD!/kse%I.I}/P8f*v-645h:+_qnvbi|/.DY.k##7}pP-=/g3f!n'M~/TW.vduHV!%G/'DavVyt'Fa:'z#K@^W%:J,n5vUv,.gnx_M%{@uPJbcUN.W@rTHC^!h-0UqtXZUv08-A=Xa_Qg'Dep/^^r}[-t6zfm6)9R8[2Yx5#0USWSzj,yY7b:=2EC#^mV7LOBO,kpFF0Ta_BK/g@5aq5|PGnU-_a@_,fLPlR~D2SuEVvKNb]W;GmU*LckgxRk#tkVC+Sdn#v8^XxFVO&kFA}YlHlDNS^l=kB~P%N+3JION1+SE~9,ioMs{I4|x0VR648'*dmUl-uXA4J2ul=JL7XW-&/Q)Gm;KMYm%1/4Ba%okd/Cd[6%{R}4PF*dCB(+yBxw)2vT]sPyAuSSM8V9Tyz(sT7G^aE!0k299CL}[sWHZN&P;PJ4(3lY+H%B|&6e@U!l!I)[s,hMg8A)aB5ww;j=mJ_[kE]fuRB;PP3j8%&4bcw>^.h|k5di%mg0H.C'Dtq*s!u=v_cg=HfrF+_G3L,y>ZHVqZnIdzExu|m1u6x&{}._nx](qWH&ONa9o6FjDZmhK/zj=V7kxU0.>Fs_%,>86)t_rd)=!7g^cDdmGzD+)Fwq*lV-*.In:u=PcsffEFV^WO)pb-)3I:W^wF6#A8ddGORUK=3(G{uP!tH3J)Z)E0sOct=s/J!_ii^DL#]}kE;%>g&/d;GSid}5JpSw3iy86n/7Jxr.#a2d>N_4p9]!H(qN|Xthzp@Kp9%GNOe;55Cr8eei[n#KS%0cr+^&4+j+OC')WhGY{GZmZI8WGT*3Rt*2Tl|.crET&>IbST0U:u;2)mk-JlQ2!Cr([>f|P>/q(yc]xI})Ty/;P55t}Ky61YlWPuI9sx]fb!~wo;lmX)rT#eoD.A/hpxz,7V!g*@>SLn[Yu=[G%~6{i0x9SlNeW39Tk6,R}UFRxrqkNBvWyI)SX/@;[rRjaWv@AwoVu7f6il&4XfN{rF~VU'd^e0DoY:H4d1a16HT+9fY}+Rk/n86Oa=Yt)e]Cfyo,zoejw>ZCBy0HxgV6]kFtz(.g(Qz=Zr[vtC5'r))nJ,!Sz/}O7vY1m}+X9kD.HF'juDR=7!(8%t.:7=;@SRefSS*eHgPZZe~Fxkq41OW}>_yi8ZucmR;A3~wtNDt#tnc7}zoU)bzJ7*h:gCNgreVY3Kd+g|SUTz#y_}Nn=O:C%fmTflTzE;I8-xvmwSgd8{+n-;TGPSLm>RWP6cs'dZL9Hy>/'k{Cr|VR7RL3X(-YlO/cjM9Kc*#h{l!0'XeB8-~Pb7UyS}d0M;BPyMdq&3*{Pt!zio^EU:1gic3XQ:~S;vn)U%^-3R|~1iNz*liZ~*30PiozKKkz/nJ5]qO9EnC@L9*8){e&IlWDo%GL8AM^:1iK|{CAHov&ZKRLxVe^a}yXUfMIQNkvrSntRfZUpj,qnvy]k|xFTXaa|Q!z4T6lViI=O^7@VTe8s6l]x%%TD~]IcvVECLp2ZtbB6@kt!cyip]b[6znsN&_{7R9fFp%jOJk~jMdJ+4cg5s]Z0cZm/fqXTQ&5J&w/r*xm44|sPuvm24n(2WG2a]7tOz>#Tl[X@[D5fCr^,7)-pW8t5W]9MY;DIW88k!,kp,A(KkKfC>3l-j;|}NR6pjuGRD5udj=iRgR&W]4;'akn|tZ_6hczA~tyTFi,s!>l[6>mq=MT=^NIYrQeb4'_yR--Ao7FRd^2Jwaiht;TetgJt+jTeJUvve90@6a~#QITUltB;>*U(pCdv=49Ag/*zG>)Zz,GjxvP9nS|_fkdi(l:,A],2_2,5o;:Cc6W{yy%pEjcN((AA-/c[!m'CZ!v6FpHQ.OZ){kzu6#Wznrs]_>1WHfEpaA[FMi}xO{a.Lz93#ML3)ERtISFw+&RR^]P_Gpd-L,~E9;Xs7:%Wr'np|G)m(Gb(9!FiK{XuRQyULX]s*qq&6o,Q;a[7>aqfL}ey[tR_RoGp*LFcobdmApp5@-!^8,Dcxx8}XnyX5WLFL2CT,ci:riuZC*nl/VXDyiGT5Z^X[6%LOelXurQ]*xP%LWRgCh+Cy_l%6NCfVm7HXi]]cjE,AADWYt+#U^[st)u^}&swiO9z1/{r+iGVR]wZo!/PU%z':bn{7NT~|ukW^/}Dj>Y~+eKp4unbVngwzZ3Sim|NtD/wi::'wu.czBE;L@&U%kMtrZ/yDLOQfa-#,q[VIfq2}L5WvZZdl{l0vE|fUPcz6iJB;Jd_[l;1@p5cOxC0VRIS5&mU[&6[!/8-Wg,KBt;xC,C]0q'niXGKsETovHinm31Mhs=p0BFNLVKc3K8(Xw]wnNi0GyTHS%y9]IDWp@Io>}S}is{j:A02=>2cx,z/1Y4BS|/ZE^@|-Acte1vK!n[}>/aOvhZ)G6JT9)qEW!R@|^@PWBzx5mwr:i~i&d_Ab*1{1^Ord[Ie~0fG*0-j}'*K7>zflig!11f6|}kN#7'6IVSXam##]0t+QIsMFtKMj/Jh[crv;cz!hd:fVtRv4f%O|P15)Kxs|JOxKMRhhU1r^e)hKN!K%Cxc6le|%7q.H2ZA|w5b>x[KiY.xWkde,gb.B_|[,*s~&KIkuHmWl(s30PbI{7kZ{{+=,2&}I_uMq_=W1K1c,vcmy}+m&U:%E'2n33U%Ib:C5CvvKk-;!=(p!(WVCWqt./h)M#2c:mM8W|Mg+;9pta(2yUtI+55o4W&MGc8^QD;bdDY;7+gMKrev6rN@RgNIj.7D/q]w)PkBR2[QvWK(U8wh,>.JZ1OPf+Nil)bl>!jyFzYC4)dH_p{+l%woeA]sde4n4a>>qVS[}-ESSaB}j>zjA^cQ#TZ7385QJrA{VAAt>XgQo&1]P>fHK=Xkg/-%j(QsxDNEG/j&Lpwj('u%|v5G&9Ee2bYB&@zxFqpk*h1:R5iwXq7,w}+8s!yQI:T3nVh;rrzWq_gIq.I1]-OAy3%{*.YV8x{Rg%@Fj!I+l%%llcrg(^#94RfAg&>@QT7!MT&g5j|Vi,A*VMWvlbHzXlR132dfql]GUl*^3~%JuNKsB1gHf%Jq#227bBs;9k0}&_sLnySQ[|.CjWLdNTFC^d=Xh2tEvZKY9jFa:S]v+P;JbBkp-qda/oVOy3;q7sjs%q9m&B1xn#-W#=[)Ugff1Eak-mEP8#-%v*)J~R1qW9uc7!8[y;]uq9TZ(Cz(k]b.'N1D'oUxRF_rNJJVQb~Lsbj|-HG9%ghYpe7J=-aYr13OPUCB~t{|AD7]g#B5JUdet-y%/UHUJ:/6GDn^[Xeyx[9DUk.bqgWKSPN['*4s_)EgKsnRE'd#]jMaYuv3)19IK)f[-Y7Q[VcYy_Td7BvA]HJb7k0LQA7F9y[zYWhMTnrxQO/oHC6&Ct!K:@ruj1Ox)n;b*Kt/hC'39@'7HW;c+Lj++,1Wn~Y3QIR2YWpigi^-ZYz_TrpLdGy,^49Ueirb+H;Wqv]jK1fq^}#Cs[(v:)t)X0,:!k!_n{IzTod#;bADR&T1X:E%'|iug>[so01q0mSP1]c_lpfp'G|AD]G)U>cXINiwijQAXt|A03Hy;yt@3[Di)%XCQD^&HuW;47H]X;4bgL{4E2DxVeGk@%N}Ds+XSaeuygoG]+SYhBd/+~xVm0G7Zx+@l5H4sWXKa.CdaDRv6=JUNkC7BTc)PAi:yw>FaN+VVz3Vh!7wWUSxld>Ifb>7FvO~{jaB0'.yN]A1eR!w*>t~cAjM~'%*(a}K01}iv4p-!U6uCIio-P{cDNenW61G;9s-j.kp*udogWW=aY,abS~(k:[frUW4qM3I6)>BE-7NX@qd38GRbRpGcSFwi&u,gK%JGgakpMO.nJr{{*(4#n2[1l}lk0%Rlsw~SpLsBS6ahw!=3,JESqrhy8;@&NQX(K:p>I-iWmHGk*yw_t5&g8i3PR5Yg/LuwmAI3W%-a!KlWv}cK^}c8e@FjasyLL5c!'IwA>*OxX]{U=d9os-P2Z8y3=yG+92o{^+(XHB,a6^AlKvVktMw6ttPB5E/UaD2TL^v^dis,Cfs;w9#g(1_SM>Sh]3y@KSgS@/FCnZ@u4hZ-KZ-3dS3jN#Y4f2|)|A'PjQcp4PIB[TE{kyduFYoUd=MB=0laz40hVs_c8~5=8FHI>B>h/Y%~_p(aM(DhIwezGggvZ6W6-ac/X1sWt'4VG,L)w>)zHz^@CUfx|@MkeFTuEpC6nFx~=jKZG_YmR>;'klLd|.cpd}of*w[4:MAP*ne7vrl06)mgmP]=2!V~K;y]F6-a366cGHJK2S(~NnD/QS48f%L+H,]3MrD['qus1ND+;)b/8g[Mc&>>87|lpPGm%i.Ocos!7+W8q1jy0dhrjh_)cM8.vTROQVNq_w*aG)NEc,fpm0gzd{l_t;S[JXZo^smmb.;:ZA&n/OKw*jO.)wX0u'lm.JqR*37@;fj6B/K(HtOO)h@eMdAB;t;m)2q;,XX%vYJJ5H'GJhwlqC9.a3#VxO-1K7N!(g+KoQ6XVx|b)tBa/}kXeEPhOFv9X~rKU%A43NZ_vgCmWA{@OTAj}b@CRT*^ZT([h737PLOT=jIu-~/.oMtC:b2X~wt1%aHn:m|)GS&g,e~R>@ZIC='!.Fg%e*N,]ddt~d>u13Q-qE2AxMvt%#B#>z,Qy>x]YyJrkQx:a3|}-Of[_mR&a.T[jZ>HaRxvsYZZ>eKeNFeGyJG06il+|HnxyN3OngG07ZZ04+EL.;}:%jl'x4DV%kd^8EA]y%yu4K8Ui3/e/55Gj](2OSa)#.996J^lx+drOk{0^R-&;Ydj:@oWo(1=+TlB2d>e-]0lvQXDutP2{P.bke3'EmZZ5hyJ.m-W+7wK:5nclk^T-P@REN5wU25I>3pAkJmYnh|G@V1jMPVtUO!Xpt|4N3x*HA^Eqvkmb6#,DKPj/3:6JXeQHRZ+{>*vjHuOfDy.>:5~]zMb:TK8Jv=&W={5o'tIz^PDxN;:Fwrv,I-9{-QPv;#t*QeYm5MoKLe%.{n+e:.gy^DHxb@Cx6Nm-L:4o)!M)6+P;r(wB[INtxF,nyg{4x8zNJ%PV*p#*DXeuKueGK_9fG5N4qP4ET%~-7U%wj,.TAh4RFP!>@g3K:8/#p0n%}5JT#U2ZU:|d/jA~(KEYc0,eXxUM1FM^;xss*@'MFc&rvh%Z+c'R:pvyq9=Y=0=,=CMsm3i@u0ANB9dZbjy.W.oJ@c_%P4Rm!8-S]U1IK0-3*i-&Q|{nOBlQ0256y#QKb6&jY'FY4oJ^M:zVDOCvyKI|kc3%%ebLqu!:%;N%lyp&fdGmv,b)p*(&}}ht(SISi1sgjoIa{!o6b^n];dpeS{Jd!]=%c,^WW^Z~u^^_[-r86|3Hd,6:#00V!*De|baA}7FRqM*Z>@J%C!.KrZe1FFw/1vG'ru2if:J-_-Ohe)DApD=m'-YdCH_dRFZcX7GqmBZ@B)i5fY@-}Fb!aheL6/kJh*e,j0RU9RyW-h3cy-;f[k}+J%I,PP,I^Ibn:cyP,rc6-6Un(tPI+3!eAbo+Nl]>q!vSj)1NZ%08A+(%&&FMSP7.#Xaks3{6OA+CPdNcS%Oa+Sw6+L;v7Ta,*[{0Vxs/CD{4r@JikQc7dcf|N'ppP#6ERp:;[w0Tmz(>KS^l'{1t&rtk60xf-5g{}j*g.k+mkCsmdcI_PF#qV8hLuzpN*8Xu}{k,u%.Ox)Wy9c#'fRbkOx^x]WTjacpuP|{/w:_7A+OGzz9YhgCUv43HRb2g3_gv*&=LhquR,j0>(qyeN5;DLj0Ot#7zhAKrBYiMdN~_nctmM475M/A74#@kf7p'M9yta!p84@^awV!/~-[APQa^&bfi}Ky~{).~j6dKyQpgncXFHv,XJ7r*U[#,SNQM3A1yUB66bST@hT6x=Vn74q[{5).z{WCKKwP>Fz[LuyD^axxjW|wl#cpqOFM4r]Zshp%4N]&S1_^kT/{MQp%aK-N5+s.irf7DIP@4nU+)}EFBFL_Bomw_WHFgZf;*7Xxp}#xr{ZxVJ_F'!ujalDc@-v=1.H>TO.6|LbchzW7hbI(ojxbqAJ+S&C=Y7A'WwKaHqJ%nF-#aD8,Ad76vkTZojJ0qUv{~n^{eR7.!O~q(t_}fb7E:0}E}1B+#FN7_P61KM6I(sP7rh,s~4O6XDSa0Rs(7[]'Ep[1n|H!h2G,,{NEvr(+2c>xvz.5ohxJYa;S3Q+M*Y:[7{SxhybR~&Ocee.v'zz%vU;FwvHbAzg.@!F7EUYP/-r^oaJcYWM-bVirC_Y3.&(bn9Jl)&ag;'GL}yz:*Ol7Kzf]*r%*s+r,TEK~|H'wH_C=}*[*Z+Iyl>kS21GPD[d=UV8i{8AEoeZ/bq;HV%N2oMpy@NGV8MCa5Suc,Fj3]TYri8b|=}m4x1tV[+)BM+&_zi_G1V^DTTM@l:=;^{;n_p0N_-/{y*'6wWQ@Zm(iexL5pbCw!1mgUA%/~,mE~DKk=!sl)*Ug=8w6qn=2PhlYc,GI4Vi-],l/MgWE2n8;)[aa3O5wJ@7@HKfZai@.,M9P{bvzY+]2G|~iG{}Clhhf6K.MKcWA[peAXD;R)*>43!#dP'>:OIaYj~vi/rugkg=-Qd|YN/h[St3zU1pU%D}E7l7&TL-cG+t|A7KT/QOJ+z+@k,5'P3cf;BG&vnb/nB1bjIF;NnT@CDis|M5i>:FLY!eu4iR@H22G|KVS[L1+Lb@,2MKs0VT.|+[[F5_ElBk;ZO)CLOCbd1IfJ;z#LQC7I89@i=^+!/zu+=M@ytP|t4DFHfFrUXQZ'NxPkUurCa7=qmeCWMx8YfNSy3LU)U7x8w#tuYjjcVkH)_(vH[GcSKnyv/*&K!B(!cKdp%rRk@OyXz9IWWB#;vBxI@S9%l5v&nV@{wtmYED,m-ZOYy5L{bX_j}al#xlptn.Y_bUO>P#4x_ZY]NtW[dGgGjiu>nu#GElg+H.8'U[oY=^X^Lfu]hM]jv,6HPd~eM9%O+F467eXr,VUPk%0u}DkG@.3/HlGbZfTNmS:sUl/*d1,l>2vpAeX}LUjTSc5:gbls*l&Ngd4R~of,0r:.Iu,N8PEXJxz6kU(@5}tBi,VYlulEBNBlmw&SBn)~LWQGqDX/4x[0jK&.Q[N-{gq!;5cmM_:kV,]brZPR>_LakGla~^4MV:]X1_T*Qjrlkv*};=k#&xb'.IaYrGWGG(ExF>5_y'IYwags_1kR,1v!o)By-TnU0yEf=x!n+NTm28-E8";

// SEEDS is one number, read by a range coder: code lies in a range, which each
// decision divides among its outcomes.
let at = 0, code = 0, range = 1;

function part(n) {
  for (; range < 16777216; range *= 88)
    code = code * 88 + ALPHABET.indexOf(SEEDS[at++]);
  return Math.floor(range / n);
}

// A number below n, all equally likely.
function choose(n) {
  range = part(n);
  const chosen = Math.floor(code / range);
  code -= chosen * range;
  return chosen;
}

// Whether something is so that is so in odds of all cases.
function flip(odds, all) {
  const first = part(all) * odds;
  if (code < first) {
    range = first;
    return true;
  }
  code -= first;
  range -= first;
  return false;
}

// Bit d - 1 of used[house] tells that the house has the digit d.
const used = new Array(27).fill(0);
const houses = cell => {
  const row = Math.floor(cell / 9), column = cell % 9;
  return [row, 9 + column, 18 + 3 * Math.floor(row / 3) + Math.floor(column / 3)];
};
const HOUSES = Array.from({length: 81}, (_, cell) => houses(cell));
const toggle = (cell, digit) => HOUSES[cell].forEach(h => used[h] ^= 1 << digit - 1);
const free = cell => {
  const [row, column, box] = HOUSES[cell];
  return 511 & ~(used[row] | used[column] | used[box]);
};
const SIZE = Array.from({length: 512}, (_, set) => set.toString(2).replaceAll("0", "").length);

const seeds = []; // 81 digits each, 0 for an empty cell
const picks = []; // of each level: [seed, number of rungs]

function unpack() {
  for (let level = 1; level <= 9; level++) picks[level] = [];
  for (let s = 0; s < 675; s++) {
    const grid = new Array(81).fill(0);
    let fresh = 1; // digits come in order
    used.fill(0);
    for (let cell = 0; cell < 81; cell++) {
      const first = ALPHABET.indexOf(ORBIT[cell]);
      if (first < cell ? !grid[first] : !flip(ALPHABET.indexOf(ODDS[cell]) + 1, 89)) continue;
      const options = [];
      for (let d = 1; d <= Math.min(fresh, 9); d++) if (free(cell) >> d - 1 & 1) options.push(d);
      grid[cell] = options[choose(options.length)];
      toggle(cell, grid[cell]);
      if (grid[cell] === fresh) fresh++;
    }
    seeds.push(grid);
    let level = 1 + s % 9;
    picks[level].push([s, 0]);
    for (let rung = 1; rung <= 20; rung++) { // the next levels
      if (!flip(level > 1 ? 30 : 60, 61)) {
        const change = choose(level - 1 + 1);
        if (change === 0) break;
        level = 1 + change - 1;
      }
      picks[level].push([s, rung]);
    }
  }
}

// Fills the cell with the fewest free digits, and so on.
function solve(grid) {
  let best = -1, fewest = 10;
  for (let cell = 0; cell < 81 && fewest > 1; cell++) {
    if (grid[cell] || SIZE[free(cell)] >= fewest) continue;
    best = cell;
    fewest = SIZE[free(cell)];
  }
  if (best < 0) return true;
  for (let d = 1, left = free(best); d <= 9; d++) {
    if (!(left >> d - 1 & 1)) continue;
    grid[best] = d;
    toggle(best, d);
    if (solve(grid)) return true;
    toggle(best, d);
  }
  grid[best] = 0;
  return false;
}

function mix(a, b) {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77);
  h = Math.imul(h ^ h >>> 15, 0x2c1b3c6d);
  h = Math.imul(h ^ h >>> 12, 0x297a2d39);
  return (h ^ h >>> 15) >>> 0;
}

// Takes numbers out of n: each is the remainder by its bound.
const taker = n => bound => {
  const taken = n % bound;
  n = (n - taken) / bound;
  return taken;
};

const ORDERS = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

// Nine lines in another order: of chutes, and of the lines in each.
const lines = (chutes, ...inside) =>
  inside.flatMap((order, i) => ORDERS[order].map(j => 3 * ORDERS[chutes][i] + j));
const anyLines = take => lines(take(6), take(6), take(6), take(6));

function generate(level, seed) {
  if (!seeds.length) unpack();
  if (!picks[level] || !picks[level].length) throw new RangeError("no such level: " + level);
  const take = taker(seed), n = picks[level].length;
  let pick = take(n), relabeling = take(362880), geometry = take(3359232);
  for (let round = 0; round < 3; round++) { // each line can be undone
    pick = (pick + mix(geometry, relabeling + round)) % n;
    geometry = (geometry + mix(relabeling, pick + round)) % 3359232;
    relabeling = (relabeling + mix(pick, geometry + round)) % 362880;
  }

  const [s, rungs] = picks[level][pick], clues = seeds[s].slice(), solution = seeds[s].slice();
  used.fill(0);
  clues.forEach((d, cell) => d && toggle(cell, d));
  solve(solution);
  for (let i = 0, left = rungs; left > 0; i++) { // a rung has the next cells as clues
    const cell = i * 32 % 81;
    if (clues[cell] || ORBIT[cell] !== ALPHABET[cell]) continue;
    for (let c = cell; c < 81; c++) if (ORBIT[c] === ORBIT[cell]) clues[c] = solution[c];
    left--;
  }

  const turn = taker(geometry), name = taker(relabeling);
  const rows = anyLines(turn);
  const columns = anyLines(turn);
  const across = turn(2);
  const left = [1, 2, 3, 4, 5, 6, 7, 8, 9], names = ["."];
  while (left.length) names.push(left.splice(name(left.length), 1)[0]);
  const image = grid => rows.flatMap(r => columns.map(c => names[grid[across ? 9 * c + r : 9 * r + c]])).join("");
  return {puzzle: image(clues), solution: image(solution), level, clues: clues.filter(d => d).length};
}

if (typeof module !== "undefined") module.exports = {generate};

export { generate };
