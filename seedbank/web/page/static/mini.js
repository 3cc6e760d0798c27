// @ts-nocheck
/*
  Sudoku puzzles of known level for ever, offline. Made by Seedoku.
  MIT License, (c) 2026 The Seedoku authors: keep this line, no warranty.
  
  generate(level, seed): seed is a whole number from 0 to 2^53 - 1.
  Every puzzle has one solution, and its true level (by Sudoku Explainer's ER).
  The same level and seed give the same puzzle in every language. No two seeds
  below the number of puzzles of the level give the same; then they start again.
  
  level, and how many different puzzles:
  1 Beginner  11178212651827200
  2 Easy      3714287235563520
  3 Gentle    769187806248960
  4 Moderate  466876275425280
  5 Tricky    355947447582720
  6 Hard      249894612172800
  7 Very hard 479066256506880
  8 Fiendish  207229678387200
  9 Extreme   195039697305600
  */
const ALPHABET = "!#%&'()*+,-./0123456789:;=>@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~";
const ODDS = "j+!.%+#;y%B(!cI'A@'+7FP%A3!/+)Q&c%D]%E}%>+l-!+O,3%+0!!&=!9m!~8!oR2b#!&+!T*!:!9)!G"; // of a clue, for each cell
const ORBIT = "!#%&'()*+,-./0123456789:;=>@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvw"; // first cell of those that symmetry exchanges
const SEEDS = "r2%|IV,1yg-(-=wiwT:%Y~af2ckRgrj[hB!izT.]QX}C>MlWQIK&*qsA;(PYdeG-s#P)o(&WZPqW3)@aBJ'D:H4Xw%dm!2~!EV/!v)XYfE]tfEk2>a%KS07C4H.Gj7}UMN]X.^UjhPKY~YDU#yE#O6=:[lx5VN39,#/_S'Zz_}~RJIK-Sgh2)DQ>NcmJ(2^GzE!y=5Knza}LVQ!(}BO^}p9]&=ZP~GQpI~hG&B'be/^qBPqnt']!UNBkXwx4.zP16ypP{pCM,w@tn2FHu=1G'{z=sEMsy_Y37@%Q#Z/p05gqT2gcXlM=DX-FVVXW4#pV2a399H@g]7uWK~>ED3vxSA/rbL}Lzd|O'kUYo|hMu}snK8-nK5:_LG(!(B*voM0>=ZgndV(LmY^,ds>zbK=,b-uAVpqiz-DgD@JMyc(T|.c+1eZk-{+;V&yaXB191f~#TXp|/W{MIp9;0C6o7b0(qgY}{;sGg+((tbL!)=w%3wig[g(iu=K*U.hl:[,t5_WU}ZSa!]da2tw*o7fHJK()S4Lvtb=mFsbybEc~=]Sc~GiEz!l09*quV2fO]grIIFy'Sm@9IqXaeZn5Ur,SfKZR+Mz,E+B]C(DI6oNq]_52sFczW8h'c^b0UM=~~[s&LSH#ayBLeQ!Ir^P7kWz3h,Th+q!=Mvp*quU@YZ^hgf>#|JrV5WdvJ^tMU#VAqxAon4dh}Y+*zG;:,)IyNB]D4/LDV_Qu3}HLSg.iyyQzGjZHmzx551>,9N!La8%&d)&uIn&un9m_[;y+8KjRHnuRO/^sh.i/izdrW_isAx_{B@{(%bko33n#KuTWacsYxnxAJ-T'PY^;i)[BCvh##S|bPs;}l3A-X,Y>Hdj2yp|}rnND}bY2jj-+ErVOS{3+Q6+t6uR6ELr/F]*c'2Hp+E8Kj=sk~rE_DSP8Q%vYv3W~5wqU[D,S_0hOh8P'rrH0Avp:79)[0d0mab)/^Fzs{k6{~a0_;Lp2z_bW~ZFF%4z[c'jp~n_Frs=tq;{W(,qRO4tWFF8c007O*+2NHP449,3kFh%sE.rlU6WC>4-z3hKnLT&[LU.XLw|sm16=|l5hNS'ig6EfK~p0Z!=>XV)H9BPTS98QV&o.e|,E)-Wi;YuIWB_0Ay[^AA3V28fvToUIcqd9lAj!6w64j7ajV6o26H}8=IbfF{R))=Q|iI]Wl!Ml/{4vuhijfe-xrDU*},_ODfnp~VY7l;2Sjqp'}o!BqRy=o>Grqei'nOl}LfB;,{k+'*_{3#VIDI2_rOVbUT:F}-l8tTW@H@eM%p0lP2la.otk&Pz[P5dHm8u+3T[Z^4C,K]xNa7-5a'9#g&w/z7Not#B;9~7t1{W)o5SomG1)d!@oT1R;Z>(798O,T8Ek=X-b;H0wPGb[B0^Xd|P:Rarv80Xo38YPwb4QKUgneF8''Z4N*a&1y8!R6}U>&x=/%RwM;~MyjFW*%{G:4'dJt30k0NT0r6RjDxR-m3Wi|qbL,uLU|(q5{BpDzZ104ouiR#,1yt_q]u_WUhdDEXbp7ep9O0V^B7w3.kO5r%Ph3oH_#BF;k&f)zkOQb'oDp!3iLiy&yS[U:a8J0wRa]P!YBv/MPYc2_qz-n,[_rfVN)me|~!>^lF0}KxhdOH_}vo~0|lfV168z*B!P;LbBnm+zu6I1w5t9trqovHo,ZCC,lEiUMX{d'g>UIiC@{P3/=ztuAHiqwUmTthyHX'G+;CE.21FwLxIsJRWJ>sIv#(|4u1ckyD)v-v{kO=MZqqU{a>w-LBAQKw[(p~Wr/ZcRzxPvuz@>,D4es3{jTFznPKs-N9XtI-|7Z_q:PTaeh^kV=m]Z*MUn/}mTNGt|B_!9du~K;uhw,pGwYN@[*Z(sl3X;DPYMX~/qfz9Ab./SKoCz}UBMRg)z+acKd(9:V@iNd~)u[c{rW23HlXk>ZNghch%{Wq&(Ww8NKJR@R[#uIQugqw2m*%{%V=eL:nzWSBp3R[1-MPwNRDk^goSt&sDEODNMr(5/Ztau6Ggix~;^D~N7@P7bQb{b,3uGZL56iYBh;rIz4w*YUe7Ac_!WLt#^x%YIS4#cz:D:'jnc&~ye;J745JRouQSaRR]d@3z2L;tgG0VA]~-)zbMT1C#oOI3Y4/-hI~4f(%=JN:]v%R[D=J2.AKe[J~_-kvi|LN{7>{(r42.oNbE!J5/Dm[hptJ&;VKIeQpweW,_*'~:uFmftjix:yqO'@2+kU|1isIi^>7jPGbAfw%Pqb_@y7bKIe@UkCP{)@Y3ltkZ-30p8''9p#*%[r5]w#6z/BM}69I!wCCERWH]0FSFjEI^)nq:9R=R!XnEbN-mu9'9R%lGt~U}H5*QShNV:'i~Et&z!aT+B>UX0czPCDLX~a4CS,}A}rH%r9u}ZJ'qaG!+aD;U6]zl[0;vTkTvfZ*f)t{MGEm>JopOT{hp4.NJj'5@^uFKT1xIYv7qln%Xdf2L*d%.GUwUQ@g(U@rc_cNGm}X4>rxma)tKvsk@&YP4TigK&@k+3D=^8S6'']'AWU9A[ef3(k1|:f9lAE[tz3.nIJMvu~Lv*jVZGTZHJ5rgLXK:9b8P>.xEf]c,]'qO+uxs/Unvx&cbd8]OgrHvc={jA,cVfpV.zvshB=bn,l_^dK4&bjN#D_}.1FarYCErNI_+[b@641_fqJ{I/Ve5q-%rDL}Xz>>m2@9tj)Ea9E^UMJ4rG{VBt{~{IZI8zCr'7o^]pfLh|#=[)%v|fo^1W+E{D)wiNeBMS>b%%&iV6eZnJ*,s>;QH~_ZZ;%S;NGJ_JpZlSQ^96siClUdLX*^tV>-N-*:/DrwVhSD@2~uEQ5JwG)k;gW:J{!i&8iHFCM*-1bpQy_Y&aPVK_jXa.t^#eJ[63C1|+ltmB+I0|I3iS8u!6*%^HfaV)eX8A/mh/7&~blCKt+8}*n)]_7il:;1SDfuhdhwbiwt:G:0h0u_@1%=|YpU#:k!w]#K*1of'v(IAv9K(Cf[rr,Qm>GecC!bR/vvAuIw&PXSW2d[%{~YouAhxKmhbnE|%+gJ;;Kar30N.Xwbi2MkNEExrc-G|WM;%-nK*HP_y]C1[Ta_tp-}R[{C8Lz=2K*^nbI-u&TfX4{GqVR7Q))Z!^)7O=}|k]e!po~7imvKS1///,mH^Ma,jm0b,2Ai3mehg#fr7[L1OzPO!p_714DwkNp@mfn%L~Yc%N4vn!8Ihx{2uvPM]p%17UIci%!~C@h-IOk(T+L=9r~|E'p-AlzQbNjK{4T,%U-z9i'&aN>z.BE{M[PAlQZlECjC6GX{:-Qy|^>Sq0qt.CT_pt'E(l!;K%SjDLgC!.=U'OA(E9C}A+xjNK%K&aaEG%0CX~8W^:6.!=sI@ioEdlt_SG0%f[DP*Ua4B'NnB!NB]u89GuXM0%|v@lIx.>0Qut7)6E;hUCk@szJPTRW!t|WRANz%[nT2|Q}4i|^_>XqoO;4:qYp|'EaO_lf}tdiGg@9TN=yCasXN7xr6IpQ:Zv2tRN.ir,Vc*wYW'umch!-]l(O~ycoQ[@K5tHQCpgmin^vO}:.qb,]%/_|{.Lu:#nKj;(}C7D)DZj9CINj0M]VLOWES8*ERq58xm#BF9gXrsh'>i~breOm;(P:!H:1a2oO^xs*18;GtFYO[!C5~Bqe^tN7zNx'S~~vR{]DWEmRyr;r{F{In+AF[h9S*U;a1j5BsY%gSoal|pIi,'k;I162,*JLWc)Xf|Gq)wgM;}[M{ZBJjMnK:qpusr#YqDn%&%Z~ZL|21r_mlxRikipToyy.lAI}8y,GDCu)dtig+}hk(@tzXFx+d/7d}Ndr6L&R4oOHPMj*Uh2kmGL54B}~uSFY5@VhW(mqc>d*j=r4RtYltx,hqANG2.Xaoc->t^OG@V@=-kaoS;N#RkwVMyv[eR!}mg+gO-gOcD#C0mg_jQHEFl;|:.{m(.M:iz&{_fGQ>F)8PwToPg}xFzs0@9GAcM&[z'2hQz6KF@6%Nmf=V)w#Jt]RM/s1Wt!!o(XA8J~Hlioj;7f2B9{Y0qk>b60AU]=mR|>~[7'&6Tx]rSl7v^|'%eEld2x%iow.]/=HnT=Cctq[33FXs>^aeUT[!:(@5PD7MevTUb5602@55SN&JK44uF0u}gEVn.3#A;F=fYbHRxpcaIAhjdI~|7&-;r5fs(SS@SeYNrtTBGUym~Yeanrg2)3%LBf=#^xUi^T{Y~gE^#z1.P:Qtf]px.5P=2JFp:J2tk+@1hA+89y,6=xv=Em!w7=X](WYU_O*Oz'_its9Zx884ycK[lyH3eKD+zu3C92*/}!D^@+%32~Fk5I0;gUx13}d@~#aaH78r]{l9+S@~=X@tJHOF0DhEE:r!lv+Zg2#~6gni4VKoc[l|Tl;sdEFGAsfLR-t!)UYO~Yg&i={8*YpY}SeC7im;rl%n^d.lfBr>H;,k0zL5IvmX-%-M0|9ZaI1Z|W2sLSRp,H]ZU^!->_s'V9hthqD2Ey3({-Ordtq'&}C-ozZgD6@%U=gFaqz8|Rs=#YV|a>,./^zp=QRHj0yuF&8wJWyk57VAZ#X=q.p66'MF5J^3Px=6bIey,#dQBZ-NkPeX*ohz5m/u6rO;{SiRO_Fr&0Zj>*m![GiM|7fJ&4K:Dq50;bz/vn+A[InWGUm87:CER]ro~>a6gN(Ug>:kh+(YApIMMIAC58Ywl0T&sd^tvRSr&7x8:0K977%M[&XthM(Ng;q3*7SpS'^Jl~,|WY+4Y!s(wg8DSvL=O64Rd_e'Qgz@~GYI_{*:o|bmGWp]l'~q440KEA*7@!9wDI^Tg4mWffjdR2p32'vNBa!*16h}'_^i2VfOnbxS|:Ma%,uV6n/(7::y&Am{~y:'Q8d[|-LFsCYd/i_5N'mHehZ(7%_X*7jVxmC#!.Lp{Xxb!8!PNG+P3P9(Ee1IZi(#93GlM+r;^^c%7743c{^e(kmg.*TS&@I]#O+*)QEVK*+410V~f!s!V!/a#,xZE;Da&O4s=~q#j!+hO_:}tqA)U:Mfw)15%(|Y%^wnU2#}gmXhN&Z_~td+CehEPu4On5*#]dU1HAcbg(1^m_'q*K{ANSLeflc;hJe,gNtq{/mFixs'o/8J@TcTHQ=r^j(Jc8!CbFW(c#,qI)Gw56fda&~^ZA%jI[x=Jr,uz&dXz(COthNPcHm/QU4zL#=5^t>Az)i;N/R^rMunY|vl#]Lb^x6C1!R.Ed0#J~EDiJwS0C3Tg8k.On/YUw~^bxp#]~^uyb.l'P,Vx|>Tme7ruk0Vnp@|La/Sb7}vdB+_+aM&/ZXA4.NJMM@iJ^4'3aDIz(v~{ZM7O[DB}Qgcyox}TS6*Qldmz4uR1fJX&UEH#R1OlpoVOEI:Ueo5>X+.Oq_zI]taUI@0.=r:AF;f][Zt5mOi3k[#iE)3,EW[jB.tf'T+8+8|B_,ZX^=nag@fz+@tpB#i%PtbkA(#I{6W%&R~IhQ8NkzLmk%h^:xQ)wA=Uup;n6l-wr)@U}=&^iUq-L2a{1ZqSg3,*d6rB#tcfr!tDM3&iRUtS0D(|;71uF~WNaZ1~-!tPZ;If=7P~9)^(MB08yjwNPd/mh+}K7!YliEIunf;4Nmq6z.vdqTb2QQ};E,VTwry0kPws7X{b4C]>JKd}P&f(9^ji#mH;%g'w^&f(9T4W;XcphSEUFc.fIruBpD}M~{o/Bt7%.8wVB!#DhhjktvlK>.r{5K({N-xhMWynflC^ir3]BRgdx[E[BT&JoAs^!>e}Ta6_Ij=>)s^B[h]X368fq8DPlIkP~vH)B0oilN>/R{Q)9@>yBfV=hQ:GY%VXU-Or/H:H4yY>N|_smJcGUi@'pA{o0Oq.:>+Ewh{8'LOLqf#'G5ASF8XsPRZ&Q>QObk@!BYV@H2O_iD|Fo3D'//kIv>E/)XsyG;N|XEYv5rz!=FO%ZR*AU.ZNjSHwhg>C+9pa/y]:2bSX[4|1CxYJjrM]I.46n'H1ehiCL!M!Vjrweb5%AjuJO]!_ty!%gI#AwX!owP]a#X-10@MeBm[k&gVD]|>NPg7hg0Vh>Mkf(27JJPi!!%36vg=Z*/si@[,#BZ:6L6y,dku93c[c__Ch)TWa%kwH+|T58j7O*u]gd|J6vdbpIES;3=gR6fnJKu4GwYGZyrOW6^b+|F6|De!MY3eab5j,.Q6fxz%kvr1A0a>]@.,,X=]{cn;Spi;nM/wrv!yLZh#@9v;X:y9PUM{X+Fst=uWO-4~d~l_5}xJ.56gc!CF8C1|8F}Vg7N(5AM~X(:6HrfmTj>FVXhVr+!4oouX055_r&49AiX(Ww=dy2@-E20+lzQNL7.G'tp&#CSD202WQm8iQ0,'DKPgF|:tMTFwhn3flJUhin=gC.d^zySCf0R}P}s/W|!-2M/!=SU#4MMTI:CJXn5(0F@Y0.K>:GI*5;OB_@khB5gLD'p>Z;,oq*/6JaBI#(&leWzxKm:G:r.pvpjR:l&]dJ)ZOv7S2{IuhuFPUj8{oAtr%>+fJaZpSzzu%W}@M8^DA4t6(>ElWlm3bNxPweckSkN18=/~SZH)QbK{j>L)XSi-l%GwBK#~[mBM(.@y3zn':y{(|Fqq_{][A&s;O.}r!:fYI!0.ZN3=k/m;09'@p0~(3&,B;YK@DX5JEFL]zfh6LKmsV[lqByF5ybKi|HI2DH&It](6B%_Nj%e0~sSS8i'G8Ck0ptB3h7#|L>{bZnoRw]%r5%F]ZYW{mgj/,fgCj[u0MBDM*ow>9[S%!i|{)n*l*rW>am,'_yE|[lrABC}('yOl,9JQ5Z+4@8g*54@GigmB.z&T'->.^>W[az&3ZkV]K||bobanr}EzP=D*Qdh[i(cRg:{rZu2rDZscj%^GNJVz~0|ioLm'PInc%}/OMsMgaa8:G3zb~7>VlF+M&'pr&H__tOqyRB!a2xGp%|3KYtcFXh8>K]WJX0DFGlODGBh5:I}+vI*Oh~=,qsz@qjE|1R-H(rxDgug2qkKv8Y}D>f-IJ,ne'ZvVjc!b=tE3.o{vbn/3+4TYw>@-;Uch7@c(aYmyn8ljf)XHKaFWqW5W,sUE|L>4dsKj/@N[]^:BcKl[I4(ABNJK{BH1|nM[Yl:]S/'%MUwfe,I+Vr9,>1;kp/Z_&ey7O'>kG@H9gA(Mp0g&~H>6Hhom}ZH2Sjke'+0TP,[g}vH8vKqal4qrjx,^:rBvY:{fxmCm/mi!I',%n_Q82i*W'yv9kL&9Dfy(:eeDr@Dlmlz-.A'xi{;p-XZ,S@WCsL:SsIr0O:I0Xe,;j]*#EUeqC}!IiQWu]1>Qh9w&_-5R@%Y=vSV(Y&unl=LL/{=6xS]|P#)Q/Z7B5L:>&J)xxyk0~6f+oJJl>D'|,1rK@.qxl!;iO~skBp>h26904L}-8:YS*gd)Z8S3oE^xmREO*sg~uL04S/}W,YlOuhY[h*zLEt&h#YNCc}7+}DkA1m_jM:*P+>CdQb+Y:|h4MGm^_|yGkT-C@f-'KHT#rvBRbXXf2'nS2^VHPmWvHc'G9*7U-w%UT@7!gE6/aN|5I9)4!L)@jIp)osY{}_PF3zR[X=d-)z.5ZAB-MBD&Wn.z*9gSh[|82SdFCyB!;b6qJbb+QH(MGHos!&#/pboU!!)^*hmy,QTc+=GTodp4#0&X5A&N[Nh;L0b=OCI58V*Hhk'5rm(ZNN=*+C#%g&)=|:=2}4Rf.i^*k71KKFqwB))LO+0}uN_Pt1_yxh@UaxNshPo=9VOOV-d*cNG78Ef,E0'!NGXF*5X%TBWv!>0kC0ZflrXOAL;}.U^N@Rwl4#u}It]bZww.lHyu0nThK(o;Y%q)-y:#OBZ-KGs>HkOMh+HqyMS}7|JEw!Dn&I5yWp5(rYR#[}dnxT#xPa:9GU.^*{r5RjSnLxz[#fNvF}U3e0{]499*p(7H*Yt4._O~pG3&a-1L&G~ow(V3CNZTJVJwhW|%o|D23'_6^cl~A+_Q#hm-PRrdqq'RzCyv3[2BC6R+^r6HZ^qd[!v0v*EyY2MT3RR,{1DHe^c=cfyP5!>0hP#_LAX4A#W9%t,>&EJ){=36#X)UTOftV|7~rR-2j2%6uunR7d:!HPar*JzIEMdX,3{r_fMmZiS](Y3Ai5X>g7UBqSv!UJ#ooUg0#cdl[y+Kfo5a_U&LJb&.iJZQ;P8Wx7G&9L]slZB:bZnjJOQ/'9qp{vl3cV.7BTp87IfUR^(}5S26L1mu,!'Z/w_3|Tm>hlSf!]oKh#[7#qmkf(!Oc]2OO81!^bT-1T5mB~0/4icj0Q/IVR&>1.8-u]JS+#.UY9'*ue|AEzv;t+h8ZjzdS:,XHU/;4glZ!qL^-_X8Xcs>gnmOK.vd&o'mj'V/tJS+mRzJ=8Q(St6z46EcB@V0yTR7a3rU}0S%k*EmU2I739LD|FQap=C3VB,A;uy6l&:kV8MTpKQAx5W),&g[f'KSi5ju~g_{IgMcM(sykBv5]^WyOVdZE.Ko4z3vH{f%KL-'.XHX[i>TwWYPj4dk,@2OQi2uM]I5oOM_7ljVFV_/kvk^gj{@Pa0Psvtw0wx~Eo2d2Ik(TjSg*cs2FyceGChKrR%k9yr{'Raa}TlIE^zrv_4j7-JnaQE,OSMf,+{bs-3,1oXT}.4SR2*2dO{>*ry_Sso:0G9FSt#)*@T*ay#ow|@gQYl%@5CUfJa'krD@76cm7]}jG9,JIZF'_.oUpxiiC:RIWZIps*{Nqry__sf|C|h9j]F+Dj,+lfl|8xc4.Fz3ynlMR,3#n_o=][QbYM4F3C.'I~w>D5Q/5iDwPe]Bh}2o:R}Tzsw1Z__{uc)vu|NijA>ZfoL0EraZ%L]iXUjj8MS088rUe_83*OoVxwH'czZZ_(=f8hu|C+RXOj}&q0WSESX]:Idxh4TwT1hJrG3E&)BX'dMGRuHs~VRzLUCYMPV+t6q!8Y66UV4!/YBs/+HMyuKnxUy_XRE>/|6a7LKHK!ess(plm-kJ>85Atr)9+Ou.)C)6yiEdA*77%IhG~@S,LuMjy8;h!b9)RC>N/'ei552I[y&lEE.&5Z/I+0+l~JLOBnn&>M:[EppwD2=5TnbLt3fG}*0-%w(+,FnYoRO@z_=x-H6eC[>]p8pdW^]HSn,uqKu|F(+VS&+]vs97:Gx08t2n0xoi1M!MI%E*D5ROP#PZp&4!l-xU)h]aEaIaFuMr5~meP;38A14m|g@+36z7q0BP>Q/Y)TD*#j72vUaeEv~fmilx7L|qwIIDTIEywu!(7(yKo}id^bJVmJ1XM7u@PiBH|6xACwWw:uxE%!jRd;Hfti.c~Eztmch>@KsO)%qfH+_']|FK*LXprZhWj{U#)FpcMZasD5+KDPz2Lkr}ndk(.XA94@DDqxxFyXIRFB&/wqmqYd9+iy~!TsS~U+zKrgB.V8-sKD8Iz=0@!MA!oR~z;)ur7ArJOsn&2%|Q@DsB}0jFXTRh%tKW8.P|(I8KRml&fzo0JmVf(5(dE0;oQxbyizI7uX>XBpn|ortfh^&gMKun{h{ClwumFK&3eq>mPmHQKZJN(|c+d^=5HvLR#a;kbR-Nmp'~eOo;H|9{#p:2KS8MP~~AZB0RIYZCkRgN%D_FEvZ-4SfQ]ceA2;7n>i,I:n__C)kCf~Zt_3fJNaQ~OX]ZP9Gw6d1Y@{ja6th-Z+X*m04a_mE@:#}54OWR=87r}EDqXXZv5,:}V1PHwgYi_ZTb1~RirbkA8us__qKhDugKw1:SQ,Qvghe-TNLRPW]w.AHEi.jQ63hA!b[GyA5bSb80tiKfCa^6pC]wMMyLj;9TDz-=9/Cg{,=C+lTRs&>GY{xF>o9R00EAvFL=iOa;f^)luK;;h4,/I]udvXQwLC6L327VpQ[>U*qZl;(f@RgvtZHg/0duGary^zHjeccgM0!{6iuNfM^3hMAS4zm;nbKa>s_.H%J^EV+*34Oj*%Ux}g;uee(nuX!MApV^2O(leY!%oKtHyC^;9xVv;*TA~#-UG'.a!zBx],.|g>7a|8I4yGLBK3Z,J+0igpAY,e{b-U(RguSHuZ@]'I";

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
  for (let s = 0; s < 689; s++) {
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
